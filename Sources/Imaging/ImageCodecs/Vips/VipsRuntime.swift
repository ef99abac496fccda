internal import CVips
internal import Glibc

/// libvips as a process-wide service: started once, quiet, and holding on to nothing.
enum VipsRuntime {
    /// Starts libvips unless it runs already; safe from any thread, and cheap when it has been called before.
    ///
    /// - Throws: ``CodecError`` naming `file` when libvips cannot be loaded or started.
    static func start(file: String) throws {
        if let loadFailure = VipsFunctions.loadFailure { throw cannotLoad(loadFailure, file: file) }
        guard isStarted else {
            throw CodecError(.unsupported, file: file, "the imaging library libvips could not be started.")
        }
    }

    /// The error for an image that cannot be read or written because of what the system says.
    static func cannotLoad(_ loadFailure: String, file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the imaging library libvips, which it takes, cannot be loaded (\(loadFailure)). Install it: libvips42.")
    }

    /// Whether libvips runs; a lazy global, so that exactly one thread starts it.
    private static let isStarted: Bool = {
        VipsLog.silence()
        // libvips keeps the folder it was built for in this variable, also for the programs that its own program starts,
        // such as Python; where another libvips was not installed, this one would not find its modules.
        if let home = getenv("VIPSHOME"), access(home, F_OK) != 0 {
            unsetenv("VIPSHOME")
        }
        // Loaders that come as separate modules write what they miss to the log, hence after it is silenced.
        guard vips.pointee.`init`("tilekit") == 0 else { return false }
        vips.pointee.leak_set(0)
        // Every image is opened once and read once: cached operations would only hold memory and open files.
        vips.pointee.cache_set_max(0)
        // ImageMagick guesses at almost any bytes and may start other programs to read them.
        vips.pointee.operation_block_set("VipsForeignLoadMagick", 1)
        return true
    }()
}
