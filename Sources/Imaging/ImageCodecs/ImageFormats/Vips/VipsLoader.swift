internal import Files
internal import ImageMetadata
internal import ImageSources
internal import CVips

/// A libvips loader, chosen by an image's content, and its options.
struct VipsLoader {
    /// The formats read through libvips; raw values are their usual names.
    enum Container: String {
        case jpeg = "JPEG"
        case png = "PNG"
        case tiff = "TIFF"
        case webp = "WebP"
        case heif = "HEIF"
        case avif = "AVIF"
        case jpegXL = "JPEG XL"
        case gif = "GIF"
        case svg = "SVG"
        case pdf = "PDF"
        case slide = "slide"
        case netpbm = "Netpbm"
        case radiance = "Radiance HDR"
        case fits = "FITS"

        /// True when the format can have several pages that can be selected.
        var hasPages: Bool { [.tiff, .webp, .heif, .avif, .gif, .pdf].contains(self) }
    }

    /// The file format.
    let container: Container
    private let name: String
    private let input: ImageInput
    private let bytes: ImageBytes

    /// Finds the loader for an image by its content.
    ///
    /// - Throws: ``CodecError`` with ``CodecError/Code/unsupported`` for a format not in ``Container``; libvips has
    ///   other loaders, which accept text or almost anything.
    init(_ input: ImageInput, bytes: ImageBytes) throws {
        self.input = input
        self.bytes = bytes
        let source = try VipsLoader.source(input)
        defer { g_object_unref(source) }
        guard let found = VipsErrorBuffer.serialized({ vips.pointee.foreign_find_load_source(source) }) else {
            // libtiff recognizes a TIFF only if its directory, often at the end, exists.
            throw TIFFHeader(bytes.read(at: 0, count: 4)) != nil
                ? VipsErrorBuffer.make(file: input.name, code: .truncated, text: "") : VipsLoader.unknown(input, bytes)
        }
        name = String(cString: found)
        guard let container = VipsLoader.containers[name] else {
            throw VipsLoader.unknown(input, bytes)
        }
        let isAVIF = container == .heif && bytes.read(at: 8, count: 4).elementsEqual("avif".utf8)
        self.container = isAVIF ? .avif : container
    }

    /// Opens a page, counted from 0 in the file's order, or the primary one, to be read once from top to bottom.
    ///
    /// Reads no more than the header where the format allows it. `dpi` is for vector images, nil for their standard one;
    /// `scale` is for JPEG; with `lenient`, damage is ignored where possible.
    func open(page: Int?, dpi: Double?, lenient: Bool, scale: DecodeScale) throws -> VipsHandle {
        let source = try VipsLoader.source(input)
        defer { g_object_unref(source) }
        // PNG stops at "truncated": with "error", libvips 8.14 ignores wrong checksums instead of reporting them.
        let strict = container == .png ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_ERROR
        let failOn = lenient ? VIPS_FAIL_ON_NONE : strict
        return try VipsErrorBuffer.serialized {
            try VipsHandle.make(file: input.name) { out in
                switch container {
                case .jpeg: tk_vips_load_jpeg(vips, name, source, &out, failOn, Int32(scale.rawValue))
                case .png: tk_vips_load_unlimited(vips, name, source, &out, failOn)
                case .tiff, .gif, .webp: tk_vips_load_page(vips, name, source, &out, failOn, Int32(page ?? 0))
                case .heif, .avif:
                    if let page {
                        tk_vips_load_page_unlimited(vips, name, source, &out, failOn, Int32(page))
                    } else {
                        tk_vips_load_unlimited(vips, name, source, &out, failOn)
                    }
                case .svg:
                    tk_vips_load_svg(vips, name, source, &out, failOn, VectorResolution.forLoader(dpi, .svg, bytes))
                case .pdf:
                    tk_vips_load_pdf(
                        vips, name, source, &out, failOn, Int32(page ?? 0),
                        VectorResolution.forLoader(dpi, .pdf, bytes))
                default: tk_vips_load(vips, name, source, &out, failOn)
                }
            }
        }
    }

    private static let containers: [String: Container] = [
        "VipsForeignLoadJpegSource": .jpeg, "VipsForeignLoadPngSource": .png, "VipsForeignLoadTiffSource": .tiff,
        "VipsForeignLoadWebpSource": .webp,
        "VipsForeignLoadHeifSource": .heif, "VipsForeignLoadJxlSource": .jpegXL, "VipsForeignLoadNsgifSource": .gif,
        "VipsForeignLoadSvgSource": .svg, "VipsForeignLoadPdfSource": .pdf,
        "VipsForeignLoadOpenslideSource": .slide, "VipsForeignLoadPpmSource": .netpbm,
        "VipsForeignLoadRadSource": .radiance, "VipsForeignLoadFitsSource": .fits,
    ]

    /// The format of bytes whose loader is an optional module of libvips; nil for others.
    private static func optionalKind(_ bytes: ImageBytes) -> Container? {
        let head = bytes.read(at: 0, count: 12)
        let codestream: [UInt8] = [0xFF, 0x0A]
        if head.starts(with: codestream) || head.dropFirst(4).starts(with: "JXL ".utf8) { return .jpegXL }
        if head.starts(with: "%PDF-".utf8) { return .pdf }
        guard head.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        let brand = String(decoding: head.dropFirst(8), as: UTF8.self)
        if brand == "avif" { return .avif }
        return ["heic", "heix", "heim", "heis", "mif1", "msf1"].contains(brand) ? .heif : nil
    }

    private static func unknown(_ input: ImageInput, _ bytes: ImageBytes) -> CodecError {
        if let kind = optionalKind(bytes) {
            if let error = ScarceMemory.error(input.name) { return error }
            return CodecError(
                .unsupported, file: input.name,
                "this looks like \(kind.rawValue), which the libvips installed here does not read. Install one that "
                    + "does, or convert the image.")
        }
        let head = bytes.read(at: 0, count: UnsupportedFormat.headBytes)
        let tail = bytes.read(at: bytes.size - UnsupportedFormat.tailBytes, count: UnsupportedFormat.tailBytes)
        if let format = UnsupportedFormat.name(head: head, tail: tail) {
            return CodecError(
                .unsupported, file: input.name,
                "this is \(format), which cannot be read. Convert it to a kind that can: \(readableKinds).")
        }
        return CodecError(
            .unsupported, file: input.name, "this is not an image of a kind that can be read: \(readableKinds).")
    }

    private static let readableKinds =
        "JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG, PDF, PPM, Radiance HDR, FITS or a slide"

    private static func source(_ input: ImageInput) throws -> UnsafeMutablePointer<VipsSource> {
        let source: UnsafeMutablePointer<VipsSource>?
        switch input {
        case .file(let path):
            source = PathText.withCString(path) { vips.pointee.source_new_from_file($0) }
        case .bytes(let bytes, _):
            // libvips needs a copy of the encoded bytes: it may read them after this call.
            guard let blob = bytes.withUnsafeBytes({ vips.pointee.blob_copy($0.baseAddress, $0.count) }) else {
                throw VipsErrorBuffer.take(file: input.name)
            }
            source = vips.pointee.source_new_from_blob(blob)
            vips.pointee.area_unref(UnsafeMutableRawPointer(blob).assumingMemoryBound(to: VipsArea.self))
        }
        guard let source else { throw VipsErrorBuffer.take(file: input.name) }
        return source
    }
}
