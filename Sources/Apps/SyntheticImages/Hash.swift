/// Mixes a few integers into 32 bits: the only source of randomness of an image.
enum Hash {
    /// Returns the bits for a position and a salt.
    ///
    /// The two multiplications with shifts between them are the `lowbias32` finalizer of Chris Wellons' hash
    /// prospector.
    @inline(__always)
    static func mix(_ a: UInt32, _ b: UInt32, _ salt: UInt32) -> UInt32 {
        var bits = a &* 0x9E37_79B1 &+ b &* 0x85EB_CA77 &+ salt &* 0xC2B2_AE3D
        bits = (bits ^ (bits >> 16)) &* 0x7FEB_352D
        bits = (bits ^ (bits >> 15)) &* 0x846C_A68B
        return bits ^ (bits >> 16)
    }

    /// Returns a number in 0..<1 for a position and a salt.
    @inline(__always)
    static func unit(_ a: UInt32, _ b: UInt32, _ salt: UInt32) -> Float {
        Float(mix(a, b, salt) >> 8) * (1 / 16_777_216)
    }
}
