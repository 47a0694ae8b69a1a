/* Force-included when mlx-c is compiled, and when its bindings are generated.
 *
 * mlx-c declares its half-precision accessors on ARM only, yet mlx-rs uses
 * them everywhere. They pass halves by pointer alone, so any two-byte type
 * agrees with the C interface.
 */
#ifndef TANDEM_MLX_COMPAT_H
#define TANDEM_MLX_COMPAT_H

#define HAS_FLOAT16
#define HAS_BFLOAT16

#ifdef __cplusplus

#include <mlx/types/half_types.h>

using mlx::core::bfloat16_t;
using mlx::core::float16_t;

/* GCC 12 (Debian 12) has no <format>; libfmt is the library it came from. */
#if __has_include(<format>)
#include <format>
#else
#define FMT_HEADER_ONLY
#include <fmt/format.h>
namespace std {
using fmt::format;
}
#endif

#else

/* What bindgen must see, for the bindings to have the types mlx-rs expects. */
typedef __fp16 float16_t;
typedef unsigned short bfloat16_t;

#endif

#endif
