internal import CVips
internal import Glibc

/// libvips as a process-wide service: started once, quiet, and holding on to nothing.
enum VipsRuntime {
    /// Starts libvips unless it runs already; safe from any thread, and cheap when it has been called before.
    ///
    /// - Throws: ``CodecError`` naming `file` when libvips cannot be started at all.
    static func start(file: String) throws {
        guard started else {
            throw CodecError(.unsupported, file: file, "the imaging library libvips could not be started.")
        }
    }

    /// Whether libvips runs; a lazy global, so that exactly one thread starts it.
    private static let started: Bool = {
        VipsLog.silence()
        // libvips keeps the folder it was built for in this variable, also for the programs that its own program starts,
        // such as Python; where another libvips was not installed, this one would not find its modules.
        if let home = getenv("VIPSHOME"), access(home, F_OK) != 0 {
            unsetenv("VIPSHOME")
        }
        // Loaders that come as separate modules write what they miss to the log, hence after it is silenced.
        guard vips_init("tilekit") == 0 else { return false }
        vips_leak_set(0)
        // Every image is opened once and read once: cached operations would only hold memory and open files.
        vips_cache_set_max(0)
        // ImageMagick guesses at almost any bytes and may start other programs to read them.
        vips_operation_block_set("VipsForeignLoadMagick", 1)
        return true
    }()
}
