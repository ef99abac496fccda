/// Collects the values of a message, in an order that its reader knows.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes += $0 }
    }

    mutating func add(_ value: Double) { add(Int(truncatingIfNeeded: value.bitPattern)) }

    mutating func add(_ value: Bool) { add(value ? 1 : 0) }

    mutating func add(_ value: [UInt8]) {
        add(value.count)
        bytes += value
    }

    mutating func add(_ value: String) { add(Array(value.utf8)) }

    mutating func add(_ value: [String]) {
        add(value.count)
        for text in value { add(text) }
    }

    /// Adds an optional value after a flag for its presence.
    mutating func add<Value>(optional value: Value?, _ add: (inout MessageWriter, Value) -> Void) {
        self.add(value != nil)
        if let value { add(&self, value) }
    }
}

/// Reads the values of a message in their order; the other process is not trusted.
struct MessageReader {
    /// The message ends too early, or has a value that is not possible.
    struct Malformed: Error {}

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func int() throws(Malformed) -> Int {
        guard bytes.count >= 8 else { throw Malformed() }
        let value = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        bytes.removeFirst(8)
        return Int(truncatingIfNeeded: value)
    }

    /// Reads a number that has to lie in a range.
    mutating func int(in range: ClosedRange<Int>) throws(Malformed) -> Int {
        let value = try int()
        guard range.contains(value) else { throw Malformed() }
        return value
    }

    mutating func double() throws(Malformed) -> Double {
        Double(bitPattern: UInt64(bitPattern: Int64(try int())))
    }

    mutating func bool() throws(Malformed) -> Bool { try int(in: 0...1) == 1 }

    mutating func byteArray() throws(Malformed) -> [UInt8] {
        let count = try int(in: 0...bytes.count)
        guard count <= bytes.count else { throw Malformed() }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func string() throws(Malformed) -> String { String(decoding: try byteArray(), as: UTF8.self) }

    mutating func strings() throws(Malformed) -> [String] {
        let count = try int(in: 0...bytes.count)
        var strings: [String] = []
        for _ in 0..<count { strings.append(try string()) }
        return strings
    }

    /// Reads an optional value after the flag for its presence.
    mutating func optional<Value>(
        _ read: (inout MessageReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try bool() ? try read(&self) : nil
    }
}
