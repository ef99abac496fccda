import TestSupport
/// JPEG 2000 of any precision.
enum JPEG2000Fixture {
    /// A lossless codestream of samples with fewer bits than their type.
    ///
    /// libvips writes the type's precision only. In lossless coding the coded bits are differences from the middle of
    /// the declared range, so declaring fewer bits (in Ssiz and in the exponents of QCD) and shifting the samples by
    /// the difference of the middles gives the same coded bits the wanted meaning.
    static func encoded(_ fixture: VipsFixture, bits: Int) throws -> [UInt8] {
        guard bits > 8, bits < 16 else { return try fixture.encoded("jp2ksave_buffer", ["lossless": "true"]) }
        var moved = fixture
        let sample = fixture.sample
        moved.sample = { sample($0, $1, $2) + (1 << 15) - (1 << (bits - 1)) }
        var bytes = try moved.encoded("jp2ksave_buffer", ["lossless": "true"])
        for start in bytes.indices.dropLast(44) where bytes[start...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
            bytes[start + 42] = UInt8(bits - 1)
        }
        return bytes
    }
}
