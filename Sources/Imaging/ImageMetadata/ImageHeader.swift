package import TilePyramid

/// The format and the size of an image, read from its first bytes without decoding it.
package struct ImageHeader: Hashable, Sendable {
    /// The formats that are recognized by their first bytes.
    package enum Format: Hashable, Sendable {
        case jpeg
        case png
        case webP
        case tiff
        case jpeg2000
        case ktx2

        /// Finds the format of an image that starts with `head`, of which 12 bytes are enough; nil for other formats.
        package init?(_ head: some Collection<UInt8>) {
            let head = Array(head.prefix(Self.magicBytes))
            if head.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if head.starts(with: PNGHeader.signature) {
                self = .png
            } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
                self = .webP
            } else if TIFFHeader(head) != nil {
                self = .tiff
            } else if JPEG2000Container.isJPEG2000(head) {
                self = .jpeg2000
            } else if head.starts(with: KTX2Header.identifier) {
                self = .ktx2
            } else {
                return nil
            }
        }

        /// The number of bytes that identify every format.
        package static let magicBytes = 12
    }

    /// The format.
    package let format: Format
    /// The stored width and height in pixels, whatever the orientation.
    package let size: PixelSize

    /// Reads the header of a JPEG, PNG, WebP, TIFF, JPEG 2000 or KTX 2.0.
    ///
    /// Returns nil for other formats, and when the header is damaged or cut short.
    ///
    /// The pixels may be damaged or missing: they are not read.
    ///
    /// - Parameter bytes: the image, or its beginning with all of its headers.
    package init?(_ bytes: [UInt8]) {
        guard let format = Format(bytes) else { return nil }
        let size: PixelSize? =
            switch format {
            case .jpeg:
                bytes.withUnsafeBytes { JPEGSegments($0) }.map { PixelSize(width: $0.width, height: $0.height) }
            case .png: bytes.withUnsafeBytes { PNGHeader(file: $0)?.size }
            case .webP: bytes.withUnsafeBytes { WebPHeader($0)?.size }
            case .tiff: Self.sizeOfTIFF(bytes)
            case .jpeg2000: Self.sizeOfJPEG2000(ImageBytes(bytes))
            case .ktx2: (try? KTX2Header(ImageBytes(bytes), name: ""))?.size
            }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        self.format = format
        self.size = size
    }

    /// The size of a shown JPEG 2000 image, which is the size of its finest channel.
    private static func sizeOfJPEG2000(_ bytes: ImageBytes) -> PixelSize? {
        guard let start = JPEG2000Container.codestreamOffset(bytes),
            let header = JPEG2000CodestreamHeader(bytes, at: start),
            let channels = try? JPEG2000ChannelMap(header, JPEG2000HeaderBoxes(bytes))
        else { return nil }
        return header.size(channels.subsampling)
    }

    /// The size of a TIFF's first page.
    private static func sizeOfTIFF(_ bytes: [UInt8]) -> PixelSize? {
        let file = ImageBytes(bytes)
        guard let page = TIFFDirectory(page: 0, read: file.read), let width = page.integer(.imageWidth),
            let height = page.integer(.imageLength)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
