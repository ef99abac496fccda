internal import CVips
internal import Testing

@testable internal import ImageCodecs

/// Texts of failures, which libvips gathers in one place; in a process where nothing else makes it fail.
@Suite struct VipsErrorBufferTests {
    @Test func `who reads learns why it has failed, even if others open images or fail meanwhile`() async {
        await #expect(processExitsWith: .success) {
            try VipsRuntime.start(file: "a.tif")
            /// Makes libvips fail, and leaves the text where it is.
            func fail() { #expect(vips.pointee.source_new_from_file("/nowhere/a.tif") == nil) }
            let reason = "(unable to open"

            VipsErrorBuffer.beginOperation()
            fail()
            VipsErrorBuffer.serialized {}
            #expect(VipsErrorBuffer.take(file: "a.tif").message.contains(reason))
            VipsErrorBuffer.endOperation()

            VipsErrorBuffer.beginOperation()
            fail()
            _ = VipsErrorBuffer.take(file: "another.tif")
            #expect(VipsErrorBuffer.take(file: "b.tif").message.contains(reason))
            VipsErrorBuffer.endOperation()
            #expect(
                !VipsErrorBuffer.take(file: "c.tif").message.contains(reason), "nobody is there who may have lost it")
        }
    }
}
