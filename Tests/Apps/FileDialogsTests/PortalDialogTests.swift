import TestLimits
import Testing

@testable import FileDialogs

@Suite(.timeLimited, .enabled(if: FakePortal.isAvailable, "needs dbus-daemon")) struct PortalDialogTests {
    private static let options = FileDialogOptions(
        title: "It's open", folder: "/a b", filterName: "Images", fileExtensions: ["png"])

    /// The outcome with a portal that answers so, and the requests that it got.
    private func run(_ response: String?, isThere: Bool = true) throws -> (FileDialog.Outcome, [String]) {
        let portal = try FakePortal(response: response, isThere: isThere)
        let outcome = PortalDialog(Self.options, address: portal.address).run()
        portal.stop()
        return (outcome, portal.requests)
    }

    @Test func `the files of the response are chosen, by their paths`() throws {
        let (outcome, requests) = try run(
            "(uint32 0, {'uris': <['file:///a%20b/1.png', 'file:///%C3%A4.png', 'https://example.org/2.png']>})")
        #expect(outcome == .chosen(["/a b/1.png", "/ä.png"]))
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect(request.hasPrefix("('', \"It's open\", {"))
        #expect(request.contains("'current_folder': <b'/a b'>"))
        #expect(request.contains("[('Images', [(uint32 0, '*.png'), (0, '*.PNG')]), ('All files', [(0, '*')])]"))
    }

    @Test func `a file to save has the name that the response says, whether it exists or not`() throws {
        var options = Self.options
        options.savedName = "part.png"
        let portal = try FakePortal(response: "(uint32 0, {'uris': <['file:///a%20b/new.tif']>})")
        let outcome = PortalDialog(options, address: portal.address).run()
        portal.stop()
        #expect(outcome == .chosen(["/a b/new.tif"]))
        #expect(portal.methods == ["SaveFile"])
        #expect(portal.requests.first?.contains("'current_name': <'part.png'>") ?? false)
    }

    @Test func `a dialog that is canceled chooses nothing`() throws {
        #expect(try run("(uint32 1, @a{sv} {})").0 == .chosen([]))
    }

    @Test func `a portal that fails, lacks dialogs or is not there is unavailable`() throws {
        #expect(try run("(uint32 2, @a{sv} {})").0 == .unavailable)
        #expect(try run(nil).0 == .unavailable)
        #expect(try run(nil, isThere: false).0 == .unavailable)
        #expect(PortalDialog(Self.options, address: nil).run() == .unavailable)
        #expect(PortalDialog(Self.options, address: "unix:path=/tilekit-no-such-bus").run() == .unavailable)
    }
}
