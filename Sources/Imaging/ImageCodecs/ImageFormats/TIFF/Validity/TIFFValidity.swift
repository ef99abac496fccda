internal import CTIFF
internal import Files
internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The pixels of a page that are valid, by what its file or the caller says.
///
/// The first of these counts: the caller's value, an alpha channel, a mask, the value of the file. What is not used is
/// named in a warning.
struct TIFFValidity {
    /// A statement about the validity of pixels.
    enum Statement {
        /// Pixels with some values are invalid.
        case nodata(TIFFNodataSearch, NodataValues)
        /// A page of a file says which pixels are valid.
        case mask(TIFFImageSource)
    }

    /// The statement that counts; nil if all pixels are valid, or if alpha says which are.
    private(set) var statement: Statement?
    /// The values of invalid pixels of an image that is not a TIFF, which are compared elsewhere.
    private(set) var values: NodataValues?
    /// Whether the statement also holds for reduced copies.
    private(set) var holdsForReducedCopies = true
    /// The statements that were found and do not count, as sentences.
    private(set) var warnings: [String] = []

    /// Creates a validity without statements.
    init() {}

    /// Whether there is neither a statement nor a warning.
    var isSilent: Bool { statement == nil && warnings.isEmpty }

    /// The properties of a page that the search for statements needs.
    private struct Subject {
        var size: PixelSize
        var hasAlpha: Bool
        /// The stored samples of a pixel.
        var channels = 1
        /// The page, if its stored samples can be compared with a value; nil for colors of other kinds.
        var page: TIFFPage?
        /// Whether a mask can be joined with its pixels.
        var acceptsMask = true
    }

    /// Finds the statements about a page.
    ///
    /// - Parameters:
    ///   - page: libtiff's current directory.
    ///   - file: the page's file.
    ///   - path: the path of the file, beside which there may be a mask and metadata; nil for bytes and reduced copies.
    ///   - options: the options of reading.
    /// - Throws: ``CodecError`` for a mask or a value that cannot be read, unless that loss is allowed.
    init(of page: TIFFPage, _ file: TIFFFile, path: String?, _ options: DecodeOptions) throws {
        let subject = Subject(
            size: page.size, hasAlpha: page.stored.alphaIndex != nil && !page.isCMYK,
            channels: TIFFTags(file).uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL),
            page: page.isCMYK ? nil : page, acceptsMask: !page.isCMYK)
        try find(subject, file, path, options)
    }

    /// Finds what is said of a page of a kind that this class does not read, of `size` pixels.
    ///
    /// - Throws: ``CodecError`` for a mask or a value that cannot be read, unless that loss is allowed.
    init(ofOther input: ImageInput, size: PixelSize, _ options: DecodeOptions) throws {
        guard let file = try TIFFFile(input), let number = UInt32(exactly: max(0, options.page - 1)),
            number == 0 || file.succeeds({ TIFFSetDirectory($0, number) != 0 })
        else { return }
        let kinds = (try? file.directory?.numbers(.extraSamples)) ?? []
        var path: String?
        if case .file(let name) = input { path = name }
        let subject = Subject(
            size: size, hasAlpha: kinds.contains { $0 == 1 || $0 == 2 },
            channels: TIFFTags(file).uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL))
        try find(subject, file, path, options)
    }

    /// Reads the mask, or else the metadata, beside a file of another format; says nothing if there is neither.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - info: the image as it is delivered.
    ///   - options: the options of reading.
    /// - Throws: ``CodecError`` for what cannot be read, unless that loss is allowed.
    init(besides path: String, _ info: ImageInfo, _ options: DecodeOptions) throws {
        guard options.nodata == .stated, options.page == 1 else { return }
        let channels = info.layout.channels
        do {
            if let sidecar = Self.sidecar(path) {
                guard !channels.hasAlpha else {
                    warnings.append(Self.unused("mask"))
                    return
                }
                statement = .mask(try Self.mask(at: sidecar, info.size, options))
                return
            }
            let stated = try StatedNodata(nil, beside: path, channels: channels.rawValue)
            try Self.checkAlpha(
                stated, Subject(size: info.size, hasAlpha: channels.hasAlpha, channels: channels.rawValue))
            guard !channels.hasAlpha else {
                if let values = stated.values { warnings.append(Self.unused("no-data value, \(values),")) }
                return
            }
            values = stated.values
            warnings = stated.warnings
        } catch let error as UnreadValidity {
            try error.accept(file: path, options, &warnings)
        }
    }

    private mutating func find(_ subject: Subject, _ file: TIFFFile, _ path: String?, _ options: DecodeOptions) throws {
        do {
            switch options.nodata {
            case .none: return
            case .value(let value): try use(NodataValues([value]), subject, "the no-data value")
            case .values(let values): try use(values, subject, "the no-data value")
            case .stated: try findStated(subject, file, path, options)
            }
        } catch let error as UnreadValidity {
            try error.accept(file: file.name, options, &warnings)
        }
    }

    private mutating func findStated(
        _ subject: Subject, _ file: TIFFFile, _ path: String?, _ options: DecodeOptions
    ) throws {
        guard let directory = file.directory, !directory.isMask else { return }
        let sidecar = path.flatMap { Self.sidecar($0) }
        let mask = sidecar == nil ? directory.maskDirectory : nil
        let hasMask = sidecar != nil || mask != nil
        // A file that has a mask or alpha may say what it likes of values.
        let stated: StatedNodata?
        do {
            stated = try StatedNodata(
                directory, beside: options.page == 1 ? path : nil, channels: subject.channels)
        } catch let error as UnreadValidity {
            guard hasMask || subject.hasAlpha else { throw error }
            stated = nil
        }
        if let stated {
            try Self.checkAlpha(stated, subject)
            if !hasMask, !subject.hasAlpha { warnings += stated.warnings }
        }
        guard hasMask || stated?.values != nil else { return }
        guard !subject.hasAlpha else {
            return warnings.append(
                Self.unused(hasMask ? "mask" : "no-data value, \(stated?.values?.description ?? ""),"))
        }
        guard !hasMask || subject.acceptsMask else {
            throw UnreadValidity("its mask cannot be joined with the four inks of its pixels.", remedy: Self.conversion)
        }
        if let sidecar {
            statement = .mask(try Self.mask(at: sidecar, subject.size, options))
        } else if let mask {
            statement = .mask(try Self.mask(mask, of: file, subject.size, options))
        } else if let values = stated?.values {
            try use(values, subject, "its no-data value")
            holdsForReducedCopies = stated?.holdsForReducedCopies ?? true
        }
    }

    /// Throws if the metadata file calls a channel alpha that the image file does not.
    private static func checkAlpha(_ stated: StatedNodata, _ subject: Subject) throws {
        guard !subject.hasAlpha, let channel = stated.alphaChannels.first(where: { $0 <= subject.channels }) else {
            return
        }
        throw UnreadValidity(
            "its metadata file, .aux.xml, calls channel \(channel) alpha, which its file does not and which is not read."
        )
    }

    /// The remedy where pixels would have to be compared or masked before their colors are converted.
    private static let conversion = "Convert the image to RGB first, with alpha."

    /// The warning about a statement beside an alpha channel.
    static func unused(_ what: String) -> String { "it has an alpha channel, so its \(what) is not used." }

    private mutating func use(_ values: NodataValues, _ subject: Subject, _ name: String) throws {
        guard let page = subject.page else {
            throw UnreadValidity(
                "\(name), \(values), cannot be compared with pixels of this kind of color.", remedy: Self.conversion)
        }
        guard let search = TIFFNodataSearch(values, page) else {
            let type = page.converted?.type ?? TIFFSampleType(number: .unsigned, bits: page.stored.bits)
            return warnings.append("\(name), \(values), is not a value of \(type.name): all pixels are valid.")
        }
        statement = .nodata(search, values)
    }

    /// Returns whether both have a mask, both a value, or both nothing.
    func hasSameKind(as other: TIFFValidity) -> Bool {
        switch (statement, other.statement) {
        case (nil, nil), (.nodata, .nodata), (.mask, .mask): true
        default: false
        }
    }

    /// The file extension of masks beside an image, which GDAL adds to the whole name.
    static let sidecarExtension = ".msk"

    /// The paths of the files that are read beside an image, whether they exist or not.
    static func companions(of path: String) -> [String] {
        [path + sidecarExtension, path + ValidityMetadata.fileExtension]
    }

    /// The path of the mask beside a file; nil if there is none.
    static func sidecar(_ path: String) -> String? {
        let sidecar = path + sidecarExtension
        return access(sidecar, F_OK) == 0 ? sidecar : nil
    }

    private static func mask(at path: String, _ size: PixelSize, _ options: DecodeOptions) throws -> TIFFImageSource {
        try checked("its mask, \(path.split(separator: "/").last ?? ""),", size) {
            guard let file = try TIFFFile(.file(path)), let page = try TIFFPage(file) else { return nil }
            return try TIFFImageSource.mask(page, file, options)
        }
    }

    private static func mask(
        _ directory: TIFFDirectory, of file: TIFFFile, _ size: PixelSize, _ options: DecodeOptions
    ) throws -> TIFFImageSource {
        try checked("its mask", size) {
            let shared = try TIFFFile(sharing: file, directory: UInt64(directory.start))
            guard let page = try TIFFPage(shared) else { return nil }
            return try TIFFImageSource.mask(page, shared, options)
        }
    }

    private static func checked(
        _ name: String, _ size: PixelSize, _ open: () throws -> TIFFImageSource?
    ) throws -> TIFFImageSource {
        let mask: TIFFImageSource?
        do {
            mask = try open()
        } catch let error as CodecError {
            throw UnreadValidity("\(name) cannot be read: \(error.message)")
        }
        guard let mask, !mask.blocks.page.isReadAsRGBA, mask.blocks.page.stored.samplesPerPixel == 1 else {
            throw UnreadValidity("\(name) is of a kind that cannot be read.")
        }
        let own = mask.blocks.page.size
        guard own == size else { throw UnreadValidity("\(name) has \(own) pixels, and the image \(size).") }
        return mask
    }
}

extension TIFFSampleType {
    /// The name in messages, such as "unsigned samples of 8 bits".
    var name: String {
        let kind =
            switch number {
            case .unsigned: "unsigned"
            case .signed: "signed"
            case .floatingPoint: "floating-point"
            }
        return "\(kind) samples of \(bits) bits"
    }
}
