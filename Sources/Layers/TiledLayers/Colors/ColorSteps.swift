internal import PixelKernels

/// An adjustment of pixels, and their conversion to the colors of the display, in this order.
struct ColorSteps: Sendable {
    /// The adjustment; nil for none.
    var table: ColorTable?
    /// The conversion; nil for none.
    var display: DisplayColors?

    /// Whether pixels stay as they are.
    var isEmpty: Bool { table == nil && display == nil }

    /// Maps premultiplied pixels, 0xAARRGGBB; `target` may be `source`.
    ///
    /// Without steps, nothing is written.
    func map(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
        table?.map(source, count: count, to: target)
        display?.map(table == nil ? source : UnsafePointer(target), count: count, to: target)
    }
}
