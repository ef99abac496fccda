internal import Glibc

extension CodecError {
    /// The error for an image with a side longer than ``ImageInfo/longestSide``.
    static func tooLarge(_ file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the image is too large: a side may have up to \(ImageInfo.longestSide) pixels. Cut it in several parts.")
    }

    /// The error for a file that the system could not open; `code` is the `errno` of the call.
    static func cannotOpen(_ path: String, errno code: Int32) -> CodecError {
        switch code {
        case ENOENT, ENOTDIR:
            CodecError(.unreadable, file: path, "no such file. Check the spelling and the folder.")
        case EACCES, EPERM:
            CodecError(.unreadable, file: path, "permission denied. Check the file's owner and mode.")
        default:
            CodecError(.unreadable, file: path, "cannot be opened: \(String(cString: strerror(code))).")
        }
    }
}
