/// The SHA-256 hash of bytes (FIPS 180-4, section 6.2).
///
/// It is secure: nobody can make two texts with equal hashes, or find a text for a known hash, except by trial.
package enum SHA256Hash {
    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    private static let initialHash: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    /// The hash of a text in UTF-8 as 64 hexadecimal digits in lower case.
    ///
    /// - Complexity: O(bytes); it is meant for short texts.
    package static func hexadecimal(_ text: String) -> String {
        hash(Array(text.utf8)).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// The 32 bytes of the hash of some bytes.
    ///
    /// - Complexity: O(bytes).
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = initialHash
        var schedule = [UInt32](repeating: 0, count: 64)
        let padded = bytes + padding(bytes.count)
        for block in stride(from: 0, to: padded.count, by: 64) {
            add(padded[block..<block + 64], to: &hash, &schedule)
        }
        return hash.flatMap(bigEndianBytes)
    }

    /// A bit of 1, zeros up to the end of a block, and the number of bits in the block's last 8 bytes.
    private static func padding(_ count: Int) -> [UInt8] {
        let zeros = (64 + 55 - count % 64) % 64
        let bits = UInt64(count) &* 8
        return [0x80] + [UInt8](repeating: 0, count: zeros) + bigEndianBytes(bits)
    }

    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32], _ schedule: inout [UInt32]) {
        for (word, start) in stride(from: block.startIndex, to: block.endIndex, by: 4).enumerated() {
            schedule[word] = block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for word in 16..<64 {
            let early = schedule[word - 15]
            let late = schedule[word - 2]
            let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            schedule[word] = schedule[word - 16] &+ sigma0 &+ schedule[word - 7] &+ sigma1
        }
        var a = hash[0]
        var b = hash[1]
        var c = hash[2]
        var d = hash[3]
        var e = hash[4]
        var f = hash[5]
        var g = hash[6]
        var h = hash[7]
        for round in 0..<64 {
            let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ constants[round] &+ schedule[round]
            let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            h = g
            g = f
            f = e
            e = d &+ first
            d = c
            c = b
            b = a
            a = first &+ sum0 &+ majority
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    private static func bigEndianBytes<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
        stride(from: Word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
