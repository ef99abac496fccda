internal import ImageMetadata
package import TilePyramid

/// A list of formats of images, in the order in which they are tried and named.
package struct ImageFormats: Sendable {
    /// All formats of this library.
    ///
    /// A JPNG begins as a JPEG does, so it is tried first.
    package static let standard = ImageFormats([
        .jpng, .jpeg, .png, .tiff, .webP, .jpeg2000, .heif, .avif, .jpegXL, .gif, .svg, .pdf, .netpbm, .radiance, .fits,
        .slide, .ktx2,
    ])

    /// The formats.
    package let all: [ImageFormat]
    /// The formats as libvips reads them.
    let vipsFormats: VipsFormats
    /// The names of formats that are accepted as tiles.
    let namesOfTiles: Set<String>
    private let tileCodings: [TileFormat: TileCoding]
    private let tileMediaTypes: [TileFormat: String]
    private let tileFormatsWithoutAlpha: [TileFormat: TileFormat]
    /// The signatures of the formats, and of their tiles, by the same indices; apart so that a search copies no format.
    private let signatures: [ImageSignature?]
    private let signaturesOfTiles: [ImageSignature?]

    /// Creates a list; its names must differ.
    init(_ all: [ImageFormat]) {
        precondition(Set(all.map(\.name)).count == all.count, "two formats have the same name")
        self.all = all
        let kinds = all.compactMap(\.kind)
        vipsFormats = VipsFormats(
            all: all.compactMap(\.vipsFormat),
            readableKinds: kinds.dropLast().joined(separator: ", ") + " or \(kinds.last ?? "")")
        namesOfTiles = Set(all.filter { $0.tiles != nil }.map(\.name))
        let codings = all.compactMap(\.tiles).compactMap { tiles in tiles.format.map { ($0, tiles) } }
        tileCodings = Dictionary(codings) { first, _ in first }
        tileFormatsWithoutAlpha = tileCodings.compactMapValues(\.formatWithoutAlpha)
        let mediaTypes = all.compactMap { format in format.tileFormat.map { ($0, format.mediaType) } }
        tileMediaTypes = Dictionary(mediaTypes) { first, _ in first }
        signatures = all.map(\.signature)
        signaturesOfTiles = all.map { $0.tileFormat == nil ? nil : $0.tiles?.signature ?? $0.signature }
    }

    /// The names of all kinds of images that can be read, as messages list them: "JPEG, PNG or a slide".
    package var readableKinds: String { vipsFormats.readableKinds }

    /// The file extensions of images in folders.
    package var fileExtensions: [String] { all.flatMap(\.fileExtensions) }

    /// The media type of images with a file extension, in lower case and without the dot; nil if no format has such files.
    package func mediaType(fileExtension: String) -> String? {
        all.lazy.compactMap { $0.mediaType(fileExtension: fileExtension) }.first
    }

    /// The format with a name, as in ``/ImageSources/ImageInfo/container``; nil if there is none.
    package subscript(name name: String) -> ImageFormat? { all.first { $0.name == name } }

    /// The traits of the format with a name; those of any other image if there is none.
    func traits(named name: String) -> ImageTraits { self[name: name]?.traits ?? ImageTraits() }

    // MARK: Recognition

    /// The index of the first format whose signature a file in memory has; nil if there is none.
    func index(of bytes: UnsafeRawBufferPointer) -> Int? { Self.index(of: bytes, in: signatures) }

    /// The first format whose signature some bytes have; nil if there is none.
    package func format(of bytes: [UInt8]) -> ImageFormat? { Self.index(of: bytes, in: signatures).map { all[$0] } }

    /// The formats whose signatures a file has, in the order in which they are tried.
    func formats(of bytes: ImageBytes) -> [ImageFormat] {
        let head = FileEnd(bytes.read(at: 0, count: FileEnd.byteCount))
        return signatures.indices.filter { index in
            signatures[index]?.matches(
                head, tail: FileEnd(bytes.read(at: bytes.size - FileEnd.byteCount, count: FileEnd.byteCount))) ?? false
        }.map { all[$0] }
    }

    /// The stored width and height of an image, whatever the orientation, without decoding it.
    ///
    /// The pixels may be damaged or missing: they are not read.
    ///
    /// - Parameter bytes: the image, or its beginning with all of its headers.
    /// - Returns: nil for formats whose size takes a decoder, and for headers that are damaged or cut short.
    package func size(of bytes: [UInt8]) -> PixelSize? { header(of: bytes)?.size }

    /// The format and the size of an image; nil for formats whose size takes a decoder, and for damaged headers.
    func header(of bytes: [UInt8]) -> (format: ImageFormat, size: PixelSize)? {
        guard let format = format(of: bytes), let size = format.size?(bytes), size.width > 0, size.height > 0 else {
            return nil
        }
        return (format, size)
    }

    /// The format of a tile on disk, by its bytes; nil for any other.
    package func tileFormat(of bytes: some BidirectionalCollection<UInt8>) -> TileFormat? {
        Self.index(of: bytes, in: signaturesOfTiles).flatMap { all[$0].tileFormat }
    }

    private static func index(
        of bytes: some BidirectionalCollection<UInt8>, in signatures: [ImageSignature?]
    ) -> Int? {
        let head = FileEnd(bytes)
        return signatures.firstIndex { $0?.matches(head, tail: FileEnd(bytes.suffix(FileEnd.byteCount))) ?? false }
    }

    // MARK: Tiles

    /// The use of a format for tiles on disk; nil if the list has no such format.
    package func tiles(_ format: TileFormat) -> TileCoding? { tileCodings[format] }

    /// The media type of tiles in a format.
    package func mediaType(of format: TileFormat) -> String { tileMediaTypes[format] ?? ImageFormat.unknownMediaType }

    /// The format of tiles that have lost their alpha, as which they are still read; nil for formats that cannot lose it.
    package func formatWithoutAlpha(_ format: TileFormat) -> TileFormat? { tileFormatsWithoutAlpha[format] }

    /// The format of tiles that a service names by a media type; nil if none is read.
    package func tileFormat(mediaType: String) -> TileFormat? {
        all.first { format in
            format.tiles.map { ($0.servedTypes ?? [format.mediaType]).contains(mediaType) } ?? false
        }?.tileFormat
    }
}
