internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension TIFFChannelImage {
    /// A page that says which pixels are valid: those that are not 0.
    struct Mask: Sendable {
        var file: TIFFChannelFile
        var page: TIFFChannelPage
    }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? {
        if alphaSample != nil { return .opacity }
        return masks[level] == nil ? description.alphaChannel?.meaning : .validity
    }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(target.count >= rect.size.area, "room for the samples")
        guard alphaSample != nil || masks[plane.level] != nil else {
            return try readAlphaChannel(rect, of: plane, into: target)
        }
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        guard let stored = try alphaPlane(plane) else {
            target.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        var memory = ScratchBuffer()
        let type = stored.page.sampleType
        guard let samples = try? memory.reserve(rect.size.area * type.byteCount) else {
            throw CodecError.noMemory(files.main.name)
        }
        try readUpright(rect, in: description.levels[plane.level], of: stored, into: samples)
        type.convertToAlpha(
            samples, count: rect.size.area, opaque: alphaSample == nil ? nil : stored.page.storedType.range.high,
            to: base.assumingMemoryBound(to: UInt8.self))
    }

    /// Finds the stored samples of alpha or of the mask; nil if no description states where they are.
    private func alphaPlane(_ plane: ChannelPlane) throws -> StoredPlane? {
        if let alphaSample {
            guard var stored = try storedPlane(plane, missing: []) else { return nil }
            stored.sample = alphaSample
            stored.missing = [UInt8](repeating: 0, count: stored.page.sampleType.byteCount)
            return stored
        }
        guard let mask = masks[plane.level] else { return nil }
        return StoredPlane(
            file: mask.file, page: mask.page, sample: 0,
            missing: [UInt8](repeating: 0, count: mask.page.sampleType.byteCount))
    }

    // MARK: Finding masks

    /// Finds the masks of levels, in the file or beside it; a mask beside it is that of full size.
    ///
    /// - Throws: ``CodecError`` for a mask of full size that cannot be read, unless that loss is allowed.
    static func masks(
        of levels: [TIFFChannelLevel], in file: TIFFChannelFile, _ options: DecodeOptions, _ warnings: inout [String]
    ) throws -> [Mask?] {
        var sidecar: String?
        if options.page == 1, case .file(let path) = file.input { sidecar = TIFFValidity.sidecar(path) }
        var masks = [Mask?](repeating: nil, count: levels.count)
        do {
            if let sidecar {
                let name = "its mask, \(sidecar.split(separator: "/").last ?? ""),"
                masks[0] = try checked(name, levels[0]) { try mask(at: sidecar) }
                return masks
            }
            masks[0] = try mask(of: levels[0], in: file)
        } catch let error as UnreadValidity {
            try error.accept(file: file.name, options, &warnings)
        }
        for index in levels.indices.dropFirst() { masks[index] = (try? mask(of: levels[index], in: file)) ?? nil }
        return masks
    }

    /// Opens the mask file at a path; nil if it is of a kind that cannot be read.
    private static func mask(at path: String) throws -> Mask? {
        guard let file = try TIFFChannelFile(.file(path)), let start = file.offset(ofDirectory: 0) else { return nil }
        return try file.page(at: start).map { Mask(file: file, page: $0) }
    }

    /// Opens the mask of a level in its file; nil if there is none.
    private static func mask(of level: TIFFChannelLevel, in file: TIFFChannelFile) throws -> Mask? {
        guard let directory = level.page.directory.maskDirectory else { return nil }
        return try checked("its mask", level) {
            try file.page(at: directory.start).map { Mask(file: file, page: $0) }
        }
    }

    /// Opens a mask, and checks that it fits a level.
    ///
    /// - Throws: ``UnreadValidity`` if it does not, or cannot be read.
    private static func checked(_ name: String, _ level: TIFFChannelLevel, _ open: () throws -> Mask?) throws -> Mask {
        let mask: Mask?
        do {
            mask = try open()
        } catch let error as CodecError {
            throw UnreadValidity("\(name) cannot be read: \(error.message)")
        }
        guard let mask, mask.page.samplesPerPixel == 1 else {
            throw UnreadValidity("\(name) is of a kind that cannot be read.")
        }
        let size = mask.page.size
        guard size == level.page.size else {
            throw UnreadValidity("\(name) has \(size) pixels, and the image \(level.page.size).")
        }
        return mask
    }
}
