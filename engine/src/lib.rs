//! Qwen3.5 with its MTP companion on MLX.
