internal import Concurrency
internal import Glibc

/// A separate process for formats whose decoders cannot be interrupted.
///
/// Decoders of vector images, documents and most modern formats work on a whole image in one call. The call may take any time
/// and memory, and some decoders crash on damaged files. A program that opts in decodes these formats in a second process of
/// its own executable, whose time and memory have ``DecodeLimits``. If that process crashes, decoding ends with an error here,
/// and cancelling a cut ends the process at once.
///
/// ```swift
/// DecoderProcess.enable()  // first in main
/// ```
///
/// The second process gives up its rights before it reads a byte of an image, as far as the kernel has the means (Landlock,
/// seccomp). It gets the image as an open file and can otherwise read only libraries and fonts. It can neither write files,
/// open connections, start programs nor reach other processes. If it tries to, it is ended, and decoding ends with an error.
///
/// Without ``enable()`` everything is decoded in the program's own process, without limits of time and memory. Formats that are
/// decoded row by row (JPEG, PNG, TIFF) always are: they can be stopped between rows, and their memory is proportional to the
/// width. Tiles are as well, except tiles that a server of strangers' files needs and that may take long. `tileserve --isolate`
/// decodes everything in decoder processes.
public enum DecoderProcess {
    /// The argument by which the executable is started as a decoder; the descriptor of a socket follows.
    static let argument = "--decoder-process"
    /// The descriptor that the socket has in the decoder process.
    static let descriptor: Int32 = 3

    private struct State {
        var isEnabled = false
        var isolatesEverything = false
    }

    private static let state = Locked(State())

    /// Whether decoder processes are used.
    static var isEnabled: Bool { state.withLock(\.isEnabled) }

    /// Whether decoder processes are used for everything that is decoded.
    static var isolatesEverything: Bool { state.withLock { $0.isEnabled && $0.isolatesEverything } }

    /// Uses decoder processes from here on also for formats that are decoded row by row, and for tiles of pyramids.
    ///
    /// Call it after ``enable()``.
    ///
    /// It costs a copy of the pixels, and a process for each pyramid and image.
    package static func isolateEverything() { state.withLock { $0.isolatesEverything = true } }

    /// Uses decoder processes from here on, in a process that is none itself.
    static func markEnabled() { state.withLock { $0.isEnabled = true } }
}
