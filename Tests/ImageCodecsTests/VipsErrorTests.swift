internal import CVips
internal import Testing

@testable internal import ImageCodecs

/// Texts of failures, which libvips gathers in one place.
///
/// Other tests make libvips fail meanwhile, so that what is found may be theirs; it is not nothing.
@Suite struct VipsErrorTests {
    /// Makes libvips fail, and leaves the text where it is.
    private func fail() {
        #expect(vips.pointee.source_new_from_file("/nowhere/a.tif") == nil)
    }

    @Test func `who reads learns why it has failed, even if others open images or fail meanwhile`() throws {
        try VipsRuntime.start(file: "a.tif")
        VipsError.beginReading()
        defer { VipsError.endReading() }
        fail()
        VipsError.inTurn {}
        #expect(VipsError.takeFromReading(file: "a.tif").message.contains("("))
        fail()
        _ = VipsError.take(file: "b.tif")
        #expect(VipsError.takeFromReading(file: "a.tif").message.contains("("))
    }
}
