internal import CLinux

/// What the C library does with memory that is freed.
enum HeapTuning {
    /// The most bytes that are kept at the end of a heap: what glibc gets to by itself in programs that free blocks of half
    /// of that, which is the most it takes for one.
    private static let retainedBytes: Int32 = 64 << 20

    /// Has memory kept for what is allocated next, in the whole process and for good.
    ///
    /// OpenJPEG frees all it has in hand after each part of a picture and allocates it again for the next. Giving it back to
    /// the system meanwhile took as much time as decoding.
    static let retainFreedMemory: Void = tk_retain_freed_memory(retainedBytes)
}
