/// The samples of a pixel as a file stores them, before they are mapped to colors.
public struct PixelValues: Hashable, Sendable {
    /// A stored number.
    public enum Sample: Hashable, Sendable {
        /// A whole number without a sign.
        case unsigned(UInt64)
        /// A whole number with a sign.
        case signed(Int64)
        /// A floating-point number of up to 32 bits.
        case single(Float)
        /// A floating-point number of 64 bits.
        case double(Double)
    }

    /// The samples, in the order of the file.
    public var samples: [Sample]

    /// Creates values from samples.
    public init(_ samples: [Sample]) {
        self.samples = samples
    }
}

extension PixelValues: CustomStringConvertible {
    /// The samples with as many digits as they need: "12345, 200, 65535", "0.7312".
    public var description: String { samples.map(\.description).joined(separator: ", ") }
}

extension PixelValues.Sample: CustomStringConvertible {
    /// The number with as many digits as it needs.
    public var description: String {
        switch self {
        case .unsigned(let number): "\(number)"
        case .signed(let number): "\(number)"
        case .single(let number): "\(number)"
        case .double(let number): "\(number)"
        }
    }
}
