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
}
