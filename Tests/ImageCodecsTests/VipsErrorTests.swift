internal import CVips
internal import Testing

@testable internal import ImageCodecs

/// Texts of failures, which libvips gathers in one place; in a process where nothing else makes it fail.
@Suite struct VipsErrorTests {
    @Test func `who reads learns why it has failed, even if others open images or fail meanwhile`() async {
        await #expect(processExitsWith: .success) {
            try VipsRuntime.start(file: "a.tif")
            /// Makes libvips fail, and leaves the text where it is.
            func fail() { #expect(vips.pointee.source_new_from_file("/nowhere/a.tif") == nil) }
            let reason = "(unable to open"

            VipsError.beginUse()
            fail()
            VipsError.inTurn {}
            #expect(VipsError.take(file: "a.tif").message.contains(reason))
            VipsError.endUse()

            VipsError.beginUse()
            fail()
            _ = VipsError.take(file: "another.tif")
            #expect(VipsError.take(file: "b.tif").message.contains(reason))
            VipsError.endUse()
            #expect(!VipsError.take(file: "c.tif").message.contains(reason), "nobody is there who may have lost it")
        }
    }
}
