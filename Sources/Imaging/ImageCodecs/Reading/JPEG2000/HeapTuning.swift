internal import CLinux

/// Settings of the C library's heap.
enum HeapTuning {
    /// The number of free bytes kept at the top of the heap: 64 MiB, which is also the most that glibc's dynamic
    /// M_TRIM_THRESHOLD reaches.
    private static let retainedBytes: Int32 = 64 << 20

    /// Makes glibc keep freed memory for later allocations, in the whole process and for good.
    ///
    /// OpenJPEG frees its buffers after each band of an image and allocates them again for the next. Returning them to
    /// the system in between took as much time as the decoding.
    static let retainFreedMemory: Void = tk_retain_freed_memory(retainedBytes)
}
