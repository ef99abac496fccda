import Testing

@testable import ImageCodecs

@Suite struct VipsFunctionsTests {
    @Test func `a library that is not there is named`() throws {
        let loadFailure = try #require(VipsFunctions.find(in: "libnothing.so.1").loadFailure)
        #expect(loadFailure.hasPrefix("libnothing.so.1: "), "\(loadFailure)")
    }

    @Test func `a library without one of the functions is refused, and the function named`() throws {
        let loadFailure = try #require(VipsFunctions.find(in: "libz.so.1").loadFailure)
        #expect(loadFailure.hasSuffix("undefined symbol: vips_init"), "\(loadFailure)")
    }

    @Test func `the installed libvips has all of them`() {
        #expect(VipsFunctions.loadFailure == nil)
    }

    @Test func `the error for an image that takes libvips says what to install`() {
        let error = VipsRuntime.cannotLoad("libvips.so.42: no such file", file: "small.gif")
        #expect(error.code == .unsupported)
        #expect(
            "\(error)" == """
                small.gif: the imaging library libvips, which it takes, cannot be loaded (libvips.so.42: no such file). \
                Install it: libvips42.
                """)
    }
}
