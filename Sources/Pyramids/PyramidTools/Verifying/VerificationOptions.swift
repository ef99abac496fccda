public import ChannelImages
public import ImageCodecs

/// The options of a verification.
public struct VerificationOptions: Hashable, Sendable {
    /// The number of threads that read and decode; the default is nil, one for each processor.
    public var threads: Int?
    /// The image that the pyramid was cut from, to compare every pixel with; the default is nil, no comparison.
    public var image: String?
    /// The folders, besides its own, from which a list of images as ``image`` may name files; the default is none.
    public var allowedFolders: [String] = []
    /// The channels of ``image`` that the pyramid shows, with their colors and ranges; automatic by default.
    public var channels = ChannelSelection()
    /// The sample values of ``image`` that became black and white, where it is one picture; automatic by default.
    public var range = DecodeOptions.Range.auto
    /// The lowest accepted similarity of a level to the image, as PSNR in decibels.
    ///
    /// The default is nil: the finest level shows the image with at least ``leastPSNR``, and coarser levels, which another filter may
    /// have made, have any similarity.
    public var minimumPSNR: Double?
    /// The similarity below which the finest level shows another image: 20 dB.
    ///
    /// JPEG of quality 90 has 35 to 50 dB, and of quality 10 still about 25 dB; different pictures have 5 to 15 dB.
    public static let leastPSNR = 20.0
    /// The most issues that are kept, by default 100,000; further ones are only counted.
    public var issueLimit = 100_000

    /// Creates the default options.
    public init() {}
}
