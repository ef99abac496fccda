internal import Glibc

extension DecoderProcess {
    /// Uses decoder processes from here on; called first in `main`.
    ///
    /// Does not return if this process has itself been started as a decoder.
    public static func enable() { enable { _ in } }

    /// Uses decoder processes that first call an action with the path of an image, and then open the image.
    ///
    /// A test program misbehaves in this action, like a library that an image has taken over.
    package static func enable(beforeOpening action: @escaping (String) throws -> Void) {
        if CommandLine.arguments.count == 2, CommandLine.arguments[1] == argument, isSocket(descriptor) {
            DecoderServer.serve(descriptor, tiles: TileDecodingServer(), beforeOpening: action)
        }
        markEnabled()
    }

    /// Whether a descriptor is a socket; false for everything that a user could leave open there by chance.
    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
