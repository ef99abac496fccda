/// Turns a few integers into 32 well-mixed bits: all of a picture's randomness comes from here.
enum Hash {
    /// The bits for a place and a salt.
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

    /// A number in 0..<1 for a place and a salt.
    @inline(__always)
    static func unit(_ a: UInt32, _ b: UInt32, _ salt: UInt32) -> Float {
        Float(mix(a, b, salt) >> 8) * (1 / 16_777_216)
    }
}
