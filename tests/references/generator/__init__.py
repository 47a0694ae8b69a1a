"""Makes small random Qwen3.5 checkpoints and the answers that mlx-lm and mlx-vlm give for them."""
