internal import Files
internal import ImageMetadata
internal import ImageSources
internal import CVips

/// A libvips loader, chosen by an image's content, and its options.
struct VipsLoader {
    /// The file format.
    let format: VipsFormat
    private let name: String
    private let input: ImageInput
    private let bytes: ImageBytes

    /// Finds the loader for an image by its content.
    ///
    /// - Throws: ``CodecError`` with ``CodecError/Code/unsupported`` for a format that is none of `formats`; libvips has
    ///   other loaders, which accept text or almost anything.
    init(_ input: ImageInput, bytes: ImageBytes, formats: VipsFormats) throws {
        self.input = input
        self.bytes = bytes
        let source = try VipsLoader.source(input)
        defer { g_object_unref(source) }
        guard let found = VipsErrorBuffer.serialized({ vips.pointee.foreign_find_load_source(source) }) else {
            // libtiff recognizes a TIFF only if its directory, often at the end, exists.
            throw TIFFHeader(bytes.read(at: 0, count: 4)) != nil
                ? VipsErrorBuffer.make(file: input.name, code: .truncated, text: "")
                : VipsLoader.unknown(input, bytes, formats)
        }
        name = String(cString: found)
        guard let format = formats.format(loader: name, bytes: bytes) else {
            throw VipsLoader.unknown(input, bytes, formats)
        }
        self.format = format
    }

    /// Opens a page, counted from 0 in the file's order, or the primary one, to be read once from top to bottom.
    ///
    /// Reads no more than the header where the format allows it. `dpi` is for vector images, nil for their standard one;
    /// `scale` is for JPEG; with `lenient`, damage is ignored where possible.
    func open(page: Int?, dpi: Double?, lenient: Bool, scale: DecodeScale) throws -> VipsHandle {
        let source = try VipsLoader.source(input)
        defer { g_object_unref(source) }
        let load = VipsLoad(
            name: name, source: source, failOn: lenient ? VIPS_FAIL_ON_NONE : format.failsOn, page: page, dpi: dpi,
            scale: scale, bytes: bytes)
        return try VipsErrorBuffer.serialized {
            try VipsHandle.make(file: input.name) { format.load(load, &$0) }
        }
    }

    private static func unknown(
        _ input: ImageInput, _ bytes: ImageBytes, _ formats: VipsFormats
    ) -> CodecError {
        if let format = formats.optionalFormat(bytes) {
            if let error = ScarceMemory.error(input.name) { return error }
            return CodecError(
                .unsupported, file: input.name,
                "this looks like \(format.name), which the libvips installed here does not read. Install one that "
                    + "does, or convert the image.")
        }
        let head = bytes.read(at: 0, count: UnsupportedFormat.headBytes)
        let tail = bytes.read(at: bytes.size - UnsupportedFormat.tailBytes, count: UnsupportedFormat.tailBytes)
        if let name = UnsupportedFormat.name(head: head, tail: tail) {
            return CodecError(
                .unsupported, file: input.name,
                "this is \(name), which cannot be read. Convert it to a kind that can: \(formats.readableKinds).")
        }
        return CodecError(
            .unsupported, file: input.name, "this is not an image of a kind that can be read: \(formats.readableKinds)."
        )
    }

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
