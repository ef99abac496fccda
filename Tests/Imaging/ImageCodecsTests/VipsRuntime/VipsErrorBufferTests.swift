internal import CVips
internal import ImageMetadata
internal import TestLimits
internal import Testing

@testable internal import ImageCodecs

/// The texts of libvips' shared error buffer; in a process where nothing else makes it fail.
@Suite(.timeLimited) struct VipsErrorBufferTests {
    @Test func `a reader gets the reason for its failure, even if others open images or fail meanwhile`() async {
        await #expect(processExitsWith: .success) {
            try VipsRuntime.start(file: "a.tif")
            /// Makes libvips fail and leaves the text in its buffer.
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
                !VipsErrorBuffer.take(file: "c.tif").message.contains(reason), "no operation is running to keep it for")
        }
    }
}
