#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The parts of an ICC profile that tell its colours; every read is checked against the profile's end.
struct ICCProfileReader {
    /// Four characters that name a tag, a type or a colour space.
    struct Signature: Hashable {
        let value: UInt32

        init(value: UInt32) { self.value = value }

        init(_ name: String) {
            precondition(name.utf8.count == 4, "a signature has four characters")
            value = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// What the profile's samples are: `RGB `, `GRAY`, `CMYK` and so on.
    let colorSpace: Signature
    /// What the profile leads to: `XYZ ` or `Lab `.
    let connectionSpace: Signature
    private let bytes: [UInt8]
    private var tags: [Signature: Range<Int>] = [:]

    /// Reads the header and the tag table; nil when these are not a profile's.
    init?(_ bytes: [UInt8]) {
        let tableStart = 132
        guard bytes.count >= tableStart else { return nil }
        self.bytes = bytes
        func word(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard Signature(value: word(36)) == Signature("acsp") else { return nil }
        colorSpace = Signature(value: word(16))
        connectionSpace = Signature(value: word(20))
        let count = Int(word(128))
        guard count <= (bytes.count - tableStart) / 12 else { return nil }
        for entry in stride(from: tableStart, to: tableStart + 12 * count, by: 12) {
            let (offset, size) = (Int(word(entry + 4)), Int(word(entry + 8)))
            guard offset + size <= bytes.count else { return nil }
            tags[Signature(value: word(entry))] = offset..<offset + size
        }
    }

    /// Whether the profile has a tag.
    func hasTag(_ tag: String) -> Bool { tags[Signature(tag)] != nil }

    /// The three numbers of an `XYZ ` tag.
    func xyz(_ tag: String) -> [Double]? {
        guard let data = data(tag, type: "XYZ "), data.count >= 20 else { return nil }
        return (0..<3).map { fixed(data, 8 + 4 * $0) }
    }

    /// The curve of a `curv` or `para` tag.
    func curve(_ tag: String) -> ICCCurve? {
        if let data = data(tag, type: "curv"), data.count >= 12 {
            let count = Int(word(data, 8))
            guard count <= (data.count - 12) / 2 else { return nil }
            let table = (0..<count).map { half(data, 12 + 2 * $0) }
            switch count {
            case 0: return .parametric(gamma: 1)
            case 1: return .parametric(gamma: Double(table[0]) / 256)
            default: return .table(table.map { Double($0) / 65535 })
            }
        }
        if let data = data(tag, type: "para"), data.count >= 12 {
            let counts = [1, 3, 4, 5, 7]
            let kind = Int(half(data, 8))
            guard kind < counts.count, data.count >= 12 + 4 * counts[kind] else { return nil }
            return .parametric(kind: kind, (0..<counts[kind]).map { fixed(data, 12 + 4 * $0) })
        }
        return nil
    }

    private func data(_ tag: String, type: String) -> ArraySlice<UInt8>? {
        guard let range = tags[Signature(tag)], range.count >= 8 else { return nil }
        let data = bytes[range]
        return Signature(value: word(data, 0)) == Signature(type) ? data : nil
    }

    private func half(_ data: ArraySlice<UInt8>, _ offset: Int) -> UInt16 {
        let start = data.startIndex + offset
        return UInt16(data[start]) << 8 | UInt16(data[start + 1])
    }

    private func word(_ data: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        UInt32(half(data, offset)) << 16 | UInt32(half(data, offset + 2))
    }

    /// A number with 16 bits after the point.
    private func fixed(_ data: ArraySlice<UInt8>, _ offset: Int) -> Double {
        Double(Int32(bitPattern: word(data, offset))) / 65536
    }
}

/// How an encoded sample, 0 to 1, becomes an amount of light.
enum ICCCurve {
    /// Equally spaced values, at least two, with straight lines between them.
    case table([Double])
    /// Y = (aX + b)^gamma + e for X ≥ d, and cX + f below.
    case formula(gamma: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    /// A pure power.
    static func parametric(gamma: Double) -> ICCCurve {
        .formula(gamma: gamma, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    }

    /// The five kinds of ICC.1:2022, table 68, as one formula; nil when the numbers make no sense.
    static func parametric(kind: Int, _ p: [Double]) -> ICCCurve? {
        switch kind {
        case 0: return parametric(gamma: p[0])
        case 1, 2:
            guard p[1] != 0 else { return nil }
            let offset = kind == 2 ? p[3] : 0
            return .formula(gamma: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1], e: offset, f: offset)
        case 3: return .formula(gamma: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: 0, f: 0)
        case 4: return .formula(gamma: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
        default: return nil
        }
    }

    /// The light of a sample.
    func callAsFunction(_ x: Double) -> Double {
        switch self {
        case .table(let values):
            let position = x * Double(values.count - 1)
            let index = min(Int(position), values.count - 2)
            return values[index] + (values[index + 1] - values[index]) * (position - Double(index))
        case .formula(let gamma, let a, let b, let c, let d, let e, let f):
            return x >= d ? power(max(0, a * x + b), gamma) + e : c * x + f
        }
    }
}

/// `pow`, under a name that does not depend on which C library declares it.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
