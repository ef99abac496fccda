/// What is to be looked at when a pyramid is verified.
public struct VerificationOptions: Hashable, Sendable {
    /// How many threads read and decode; default nil, as many as there are processors.
    public var threads: Int?
    /// The image that the pyramid was cut from, to compare every pixel with; default nil, nothing is compared.
    public var image: String?
    /// The least likeness of a level to the image, in decibels (PSNR); default nil, any will do.
    public var minimumPSNR: Double?
    /// The most flaws that are kept, default 100,000; further ones are only counted.
    public var issueLimit = 100_000

    /// The defaults.
    public init() {}
}
