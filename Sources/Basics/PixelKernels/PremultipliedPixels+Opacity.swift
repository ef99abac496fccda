extension PremultipliedPixels {
    /// Whether all of some pixels are opaque; of none they are.
    ///
    /// It stops soon after the first that is not: within a portion it goes on, for loops without an exit become vectors.
    package static func areOpaque(_ pixels: UnsafeBufferPointer<UInt32>) -> Bool {
        let portion = 1024
        var start = 0
        while start < pixels.count {
            let end = min(start + portion, pixels.count)
            var all = UInt32.max
            for index in start..<end {
                all &= pixels[index]
            }
            guard all >= opaqueBlack else { return false }
            start = end
        }
        return true
    }
}
