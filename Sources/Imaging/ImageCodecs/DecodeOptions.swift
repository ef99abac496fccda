public import ChannelImages
public import ImageMetadata
public import PixelKernels

/// Options for opening and decoding an image.
public struct DecodeOptions: Hashable, Sendable {
    /// The mapping of samples to the delivered range.
    public enum Range: Hashable, Sendable {
        /// Integers: the full range of the sample type, unless the file declares a smaller one.
        ///
        /// Floating point: the range that the file declares; else the minimum and maximum, which need a first pass over the
        /// pixels.
        case auto
        /// The full range of the sample type; 0…1 for floating point.
        case full
        /// The value that becomes black and the value that becomes white.
        case values(Double, Double)
    }

    /// The treatment of transparency.
    public enum Alpha: Hashable, Sendable {
        /// Alpha is delivered as a channel.
        case keep
        /// The image is composited over a color.
        case flatten(RGBColor)
    }

    /// The value of invalid pixels.
    public enum Nodata: Hashable, Sendable {
        /// The statement of the file: its alpha channel, else its mask, else its value.
        case stated
        /// None: all pixels are valid, apart from an alpha channel.
        case none
        /// This value, in place of the file's mask and value; an alpha channel counts as well.
        ///
        /// A pixel is invalid if all of its stored samples, apart from alpha, have the value.
        case value(NodataValue)
        /// These values, one for each channel of the file, in place of the file's mask and value.
        case values(NodataValues)

        /// The values that are asked for; nil if none are.
        var requested: NodataValues? {
            switch self {
            case .stated, .none: nil
            case .value(let value): NodataValues([value])
            case .values(let values): values
            }
        }
    }

    /// The page of a multi-page document, counted from 1.
    ///
    /// The default is 1.
    public var page = 1
    /// The resolution at which vector images (SVG, PDF) are rendered, in dots per inch.
    ///
    /// The default is `nil`: 96 for SVG, which gives the size that a browser shows, and 300 for PDF.
    public var dpi: Double?
    /// The mapping of samples to the delivered range.
    ///
    /// The default is ``Range/auto``.
    public var range = Range.auto
    /// The values that become black and white when ``range`` is automatic and would depend on the image.
    ///
    /// Nil, the default, is for the image's own values.
    ///
    /// Images that are shown side by side share these values, so that there are no seams.
    package var commonRange: ClosedRange<Double>?
    /// The way in which the channels of an image become colors of 8 bits.
    ///
    /// The default is nil: the image is one picture, in gray or color. With a rendering, ``range``, ``depth`` and
    /// ``keepProfile`` have no effect.
    public var rendering: ChannelRendering?
    /// The value of invalid pixels, which become transparent.
    ///
    /// The default is ``Nodata/stated``.
    public var nodata = Nodata.stated
    /// The largest delivered bit depth.
    ///
    /// The default is 8.
    ///
    /// With 16, images of more than 8 bits keep up to 16 bits; images of 8 bits are still delivered with 8.
    public var depth = PixelLayout.Depth.eight
    /// The treatment of transparency.
    ///
    /// The default is ``Alpha/keep``.
    public var alpha = Alpha.keep
    /// Applies the EXIF orientation.
    ///
    /// The default is `true`.
    public var autorotate = true
    /// Keeps the pixels in the embedded ICC profile, available as ``ImageInfo/profile``, instead of converting them to sRGB.
    ///
    /// The default is `false`.
    public var keepProfile = false
    /// Reads a truncated or damaged image as far as possible, with a warning.
    ///
    /// The default is `false`.
    public var allowTruncated = false
    /// The kinds of unreadable statements that may be dropped with a warning.
    ///
    /// The default is none: a file is refused if its pixels or its place would be shown wrongly.
    public var allowedLoss: Set<FileStatement> = []
    /// The number of threads that decode one image, if it can be decoded in parts.
    ///
    /// The default is `nil`: one for each processor.
    public var threads: Int?

    /// The limits of pixels, memory and time.
    ///
    /// The default is ``DecodeLimits/init()``: in proportion to the bytes of the file.
    public var limits = DecodeLimits()

    /// Creates options with the default values.
    public init() {}

    /// The range that is asked for; nil when the file or its sample type decides.
    ///
    /// - Throws: ``CodecError`` when it is invalid.
    func requestedRange(file: String) throws -> (low: Double, high: Double)? {
        guard case .values(let low, let high) = range else { return nil }
        guard low.isFinite, high.isFinite, low != high else {
            throw CodecError(.invalidRequest, file: file, "a range needs two different numbers.")
        }
        return (low, high)
    }
}

extension CodecError {
    /// The error for a page that a file of `count` pages does not have; without a count, for one that no file has.
    static func noPage(_ number: Int, of count: Int? = nil, file: String) -> CodecError {
        let reason = count.map { $0 == 1 ? "it has one page" : "it has \($0) pages" } ?? "pages are counted from 1"
        return CodecError(.invalidRequest, file: file, "\(reason); there is no page \(number).")
    }
}

/// An opaque sRGB color with 8 bits per channel.
public struct RGBColor: Hashable, Sendable {
    /// The red, green and blue samples, 0 to 255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a color from its samples.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White, the default background.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
}
