/// The numeric type of stored samples, in the machine's byte order.
public enum SampleType: String, Hashable, Sendable, CaseIterable {
    case uint8, uint16, uint32, uint64
    case int8, int16, int32, int64
    case float32, float64

    /// The bytes of a sample.
    public var byteCount: Int {
        switch self {
        case .uint8, .int8: 1
        case .uint16, .int16: 2
        case .uint32, .int32, .float32: 4
        case .uint64, .int64, .float64: 8
        }
    }

    /// Whether samples are floating-point numbers.
    public var isFloatingPoint: Bool { self == .float32 || self == .float64 }

    /// The least and the greatest value of an integer, rounded to a `Double`; 0 to 1 for floating-point numbers.
    public var fullRange: ClosedRange<Double> {
        switch self {
        case .uint8: 0...255
        case .uint16: 0...65535
        case .uint32: 0...Double(UInt32.max)
        case .uint64: 0...Double(UInt64.max)
        case .int8: -128...127
        case .int16: -32768...32767
        case .int32: Double(Int32.min)...Double(Int32.max)
        case .int64: Double(Int64.min)...Double(Int64.max)
        case .float32, .float64: 0...1
        }
    }
}
