"""Slow, plain programs that say what the rules pages say: the fast kernels are compared with them."""
