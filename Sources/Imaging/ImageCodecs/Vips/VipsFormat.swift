internal import CVips
internal import ImageMetadata
internal import ImageSources

/// A format that libvips reads: its loader, and what libvips does not know of it.
struct VipsFormat: Sendable {
    /// Opens an image with the loader.
    typealias Loader = @Sendable (VipsLoad, inout UnsafeMutablePointer<VipsImage>?) -> Int32

    /// The pages that a loader can select.
    enum Pages {
        /// The first one only.
        case first
        /// Any; the number of pages is of no interest to the user.
        case any
        /// Any, and the number of pages is reported.
        case counted
    }

    /// The damage that a decoder reports in its log instead of an error.
    enum LoggedDamage {
        /// None.
        case none
        /// Any damage, where the decoder is lenient.
        case whenLenient
        /// Any damage; some warnings are only counted, and the inspection of the image describes what they are about.
        case always(inspect: @Sendable (ImageInput) throws -> InspectedDamage)
    }

    /// The name of the format in ``/ImageSources/ImageInfo/container``.
    let name: String
    /// The name of the loader's class.
    let loader: String
    /// Recognizes the files of the format among those that the loader reads; the default is all of them.
    var accepts: @Sendable (ImageBytes) -> Bool = { _ in true }
    /// The first bytes of files that are said to be of the format where libvips lacks its loader, an optional module.
    var optionalSignature: ImageSignature?
    /// The pages that can be selected.
    var pages = Pages.first
    /// The loader's strictness, unless damage is accepted.
    var failsOn = VIPS_FAIL_ON_ERROR
    /// Opens an image; by default with no options of the loader's own.
    var load: Loader = { tk_vips_load(vips, $0.name, $0.source, &$1, $0.failOn) }
    /// Whether the loader applies the orientation itself.
    var appliesOrientation = false
    /// Whether images are opaque, although the loader delivers alpha.
    var isOpaque = false
    /// Whether samples in scRGB are linear light as the file has it.
    var isLinearLight = false
    /// The damage in the decoder's log.
    var loggedDamage = LoggedDamage.none
    /// Refuses a page, counted from 0, that libvips must not decode.
    var refuse: @Sendable (_ bytes: ImageBytes, _ page: Int, _ file: String) throws -> Void = { _, _, _ in }
    /// Completes an opened page, counted from 0, where libvips leaves something out.
    var complete: @Sendable (VipsHandle, _ page: Int, _ bytes: ImageBytes, _ file: String) throws -> VipsHandle = {
        image, _, _, _ in image
    }
    /// Reads the colors that the file states without a profile; nil if it cannot or does not.
    var statedColors: @Sendable (_ bytes: ImageBytes, DecodeOptions, _ file: String) throws -> StatedColors? = {
        _, _, _ in nil
    }
    /// Reads the sample format that the file declares for an opened page, counted from 0.
    var readSamples: @Sendable (inout SampleFormat, VipsHandle, _ colors: Int, ImageBytes, _ page: Int) -> Void = {
        _, _, _, _, _ in
    }
}

/// The colors that a file states without a profile.
struct StatedColors {
    /// The colors, if libvips does not convert them; else nil.
    var encoding: ColorEncoding?
    /// Problems with the statements, and what is left out, for the user.
    var warnings: [String]
}

/// The damage of an image that was decoded again to describe it.
struct InspectedDamage {
    /// The damage to pixels, as a sentence; nil if there is none.
    var damage: String?
    /// A warning about what does no harm.
    var warning: String?
}

/// An image that is opened with a loader of libvips.
struct VipsLoad {
    /// The name of the loader's class.
    var name: String
    /// The source of the bytes.
    var source: UnsafeMutablePointer<VipsSource>
    /// The problems that end the decoding.
    var failOn: VipsFailOn
    /// The page, counted from 0 in the file's order; nil for the primary one.
    var page: Int?
    /// The resolution of a vector image in dots per inch; nil for the format's own.
    var dpi: Double?
    /// The scale at which the image is decoded.
    var scale: DecodeScale
    /// The file.
    var bytes: ImageBytes
}

/// The formats that libvips reads, in the order in which they are tried.
struct VipsFormats: Sendable {
    /// The formats.
    let all: [VipsFormat]
    /// The names of all kinds of images that can be read, for messages: "JPEG, PNG or a slide".
    let readableKinds: String

    /// The format of a file that a loader recognizes; nil if it is none of these.
    func format(loader: String, bytes: ImageBytes) -> VipsFormat? {
        all.first { $0.loader == loader && $0.accepts(bytes) }
    }

    /// The format of bytes whose loader is an optional module of libvips; nil for others.
    func optionalFormat(_ bytes: ImageBytes) -> VipsFormat? {
        let head = FileEnd(bytes.read(at: 0, count: FileEnd.byteCount))
        return all.first { $0.optionalSignature?.matches(head) ?? false }
    }
}

extension VipsLoad {
    /// Opens a page, counted from 0; the first by default.
    static let page: VipsFormat.Loader = { load, image in
        tk_vips_load_page(vips, load.name, load.source, &image, load.failOn, Int32(load.page ?? 0))
    }

    /// Opens an image without the loader's own limits of its size.
    static let unlimited: VipsFormat.Loader = { load, image in
        tk_vips_load_unlimited(vips, load.name, load.source, &image, load.failOn)
    }
}

extension SampleFormat {
    /// Declares the full range for samples in floating point.
    static func declareFullRange(
        _ format: inout SampleFormat, _ image: VipsHandle, _ colors: Int, _ bytes: ImageBytes, _ page: Int
    ) {
        format.declared = isInteger(image.format) ? nil : format.full
    }
}
