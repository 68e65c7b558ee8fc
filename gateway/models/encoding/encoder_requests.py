"""What a gateway and its encoder process agree on."""

from struct import Struct

REQUEST = Struct("<II")
"""The length of the content and the number of the request; then a JSON list of texts."""
RESPONSE = Struct("<IIB")
"""The length of the content, the number of the request, and whether it worked; then the vectors as 32-bit floats, or
the reason of the failure."""
ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "RAYON_NUM_THREADS"), "1"
)
"""Environment of the encoder: BLAS reads these names when numpy loads. Its threads wait for each other, and four of
them cost five times the processor time of one."""
