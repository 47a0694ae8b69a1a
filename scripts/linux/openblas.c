/* The matrix products that MLX takes from BLAS, handed on to OpenBLAS.
 *
 * Built under the file name of the reference BLAS in the MLX wheel, which it
 * replaces for these three functions; all else (LAPACK's needs) stays with the
 * reference. The names are those of the OpenBLAS wheel, prefixed so that it
 * can live in one process with other copies.
 */
#define FORWARD(name, scalar, element)                                                              \
    void scipy_##name(int order, int trans_a, int trans_b, int m, int n, int k, scalar alpha,       \
                      const element *a, int lda, const element *b, int ldb, scalar beta,            \
                      element *c, int ldc);                                                         \
    void name(int order, int trans_a, int trans_b, int m, int n, int k, scalar alpha,               \
              const element *a, int lda, const element *b, int ldb, scalar beta, element *c,        \
              int ldc) {                                                                            \
        scipy_##name(order, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);        \
    }

FORWARD(cblas_sgemm, float, float)
FORWARD(cblas_dgemm, double, double)
FORWARD(cblas_cgemm, const void *, void)
