/// JPEG 2000 of any precision.
enum JPEG2000Fixture {
    /// A lossless codestream of samples that use fewer bits than their container.
    ///
    /// libvips writes the container's precision only. Without loss the coded bits mean differences from the middle of
    /// the declared range, so declaring fewer bits (in Ssiz and in the exponents of QCD) and moving the samples by the
    /// difference of the middles gives the same coded bits another meaning, which is the one wanted.
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
