/// Whether all of some premultiplied pixels, 0xAARRGGBB, are opaque.
///
/// It stops soon after the first that is not; within a portion it goes on, for loops without an exit become vectors.
///
/// - Parameter pixels: any number; none are opaque.
/// - Returns: true when alpha is 255 everywhere.
package func areOpaque(_ pixels: UnsafeBufferPointer<UInt32>) -> Bool {
    let portion = 1024
    var start = 0
    while start < pixels.count {
        let end = min(start + portion, pixels.count)
        var all = UInt32.max
        for index in start..<end {
            all &= pixels[index]
        }
        guard all >= 0xFF00_0000 else { return false }
        start = end
    }
    return true
}
