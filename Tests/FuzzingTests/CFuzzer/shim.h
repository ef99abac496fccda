#include <stddef.h>
#include <stdint.h>

// The default mutation of libFuzzer, which has no header of its own.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
