import ImageMetadata
import TestLimits
import Testing

@testable import ImageCodecs

@Suite(.timeLimited) struct VipsFunctionsTests {
    @Test func `the error for a missing library names it`() throws {
        let loadFailure = try #require(VipsFunctions.find(in: "libnothing.so.1").loadFailure)
        #expect(loadFailure.hasPrefix("libnothing.so.1: "), "\(loadFailure)")
    }

    @Test func `a library that lacks a function is refused, and the function named`() throws {
        let loadFailure = try #require(VipsFunctions.find(in: "libz.so.1").loadFailure)
        #expect(loadFailure.hasSuffix("undefined symbol: vips_init"), "\(loadFailure)")
    }

    @Test func `the installed libvips has all functions`() {
        #expect(VipsFunctions.found.loadFailure == nil)
    }

    @Test func `the error for an image that needs libvips tells what to install`() {
        let error = VipsRuntime.cannotLoad("libvips.so.42: no such file", file: "small.gif")
        #expect(error.code == .unsupported)
        #expect(
            "\(error)" == """
                small.gif: the imaging library libvips, which it needs, cannot be loaded \
                (libvips.so.42: no such file). Install it: libvips42.
                """)
    }

    @Test func `memory that libvips is refused is not damage of the image`() {
        #expect(
            VipsRuntime.cannotLoad("libxml2.so.2: failed to map segment from shared object", file: "a.gif")
                == CodecError.noMemory("a.gif"))
        #expect(
            VipsErrorBuffer.make(file: "a.png", text: "vips_tracked: out of memory --- size == 1MB\n")
                == CodecError.noMemory("a.png"))
    }
}
