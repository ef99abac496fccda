internal import CVips
internal import Files
internal import Glibc
internal import ImageMetadata
internal import LibraryLogging

/// Starts libvips once for the process: quiet, without caches.
enum VipsRuntime {
    /// Starts libvips unless it is running; safe from any thread, and cheap after the first call.
    ///
    /// - Throws: ``CodecError`` naming `file` when libvips cannot be loaded or started.
    static func start(file: String) throws {
        if let loadFailure = VipsFunctions.found.loadFailure { throw cannotLoad(loadFailure, file: file) }
        guard isStarted else {
            throw CodecError(
                .unsupported, file: file,
                "the imaging library libvips could not be started. Reinstall it: libvips42.")
        }
    }

    /// The error for an image that needs libvips when it cannot be loaded.
    static func cannotLoad(_ loadFailure: String, file: String) -> CodecError {
        let isAboutMemory = ["failed to map", "Cannot allocate memory", "cannot create shared object descriptor"]
            .contains { loadFailure.contains($0) }
        guard !isAboutMemory else { return .noMemory(file) }
        return CodecError(
            .unsupported, file: file,
            "the imaging library libvips, which it needs, cannot be loaded (\(loadFailure)). Install it: libvips42.")
    }

    /// True when libvips runs; a lazy global, so that exactly one thread starts it.
    private static let isStarted: Bool = {
        GLibLog.silence()
        // libvips exports the prefix it was built for in this variable, also to programs that its host starts, such as
        // Python. With a prefix that does not exist here, libvips would not find its modules.
        if let home = PathText.variable("VIPSHOME"), access(home, F_OK) != 0 {
            unsetenv("VIPSHOME")
        }
        // Optional loader modules log what they miss, so the log is silenced first.
        guard vips.pointee.`init`("tilekit") == 0 else { return false }
        vips.pointee.leak_set(0)
        // Every image is opened and read once: cached operations would only hold memory and open files.
        vips.pointee.cache_set_max(0)
        // ImageMagick accepts almost any bytes and may start other programs to read them.
        vips.pointee.operation_block_set("VipsForeignLoadMagick", 1)
        return true
    }()
}

// The guard of `nonisolated(unsafe)` here and below: the table of functions is not written after it has been filled.

/// libvips' functions; the first access loads the library, on any thread.
///
/// It must be used only after ``VipsRuntime/start(file:)`` has succeeded.
nonisolated(unsafe) let vips = VipsFunctions.found.functions

/// Loads libvips on demand: loading it with its dependencies takes as long as cutting a small image, and most images
/// need none of them.
enum VipsFunctions {
    nonisolated(unsafe) static let found = find(in: TK_VIPS_LIBRARY)

    /// Loads a library and looks up the functions.
    ///
    /// - Returns: the functions, which are never unloaded, and the reason for a failure, in the system's words.
    static func find(in file: String) -> (functions: UnsafePointer<tk_vips_functions>, loadFailure: String?) {
        let functions = UnsafeMutablePointer<tk_vips_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_vips_functions())
        return (UnsafePointer(functions), tk_vips_load_library(file, functions).map { String(cString: $0) })
    }
}
