internal import COpenJPEG
internal import CTIFF
internal import CVips
internal import CWebP
internal import CodecShims
internal import Compression

/// The libraries that decode and encode images.
package enum CodecLibraries {
    /// The name and version of each library on this system; loads libvips.
    ///
    /// libjpeg-turbo does not report its version, so its headers' version is given.
    package static var versions: [String] {
        ["libjpeg-turbo \(String(cString: tk_jpeg_version())) (headers)", tiff, "OpenJPEG \(openJPEG)", webP, libvips]
            + CompressionLibraries.versions
    }

    /// libtiff describes itself in several lines, the first of which is "LIBTIFF, Version 4.5.0".
    private static var tiff: String {
        let text = String(cString: TIFFGetVersion()).prefix { $0 != "\n" }
        return "libtiff \(text.split(separator: " ").last ?? "")"
    }

    private static var openJPEG: String { opj_version().map { String(cString: $0) } ?? "" }

    private static var webP: String {
        let version = WebPGetDecoderVersion()
        return "libwebp \(version >> 16 & 255).\(version >> 8 & 255).\(version & 255)"
    }

    private static var libvips: String {
        guard VipsFunctions.found.loadFailure == nil else { return "libvips is not installed" }
        return "libvips " + (Int32(0)..<3).map { "\(vips.pointee.version($0))" }.joined(separator: ".")
    }
}
