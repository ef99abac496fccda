import Foundation
import Sandboxing
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// `Decoders in a sandbox` of CommandTests has what the kernel makes of this.
@Suite(.timeLimited) struct `The rights of decoder processes` {
    @Test func `The environment names libraries, fonts and settings by absolute paths`() {
        let rows = DecoderSandbox.rows(environment: [
            "LD_LIBRARY_PATH": "/opt/vips/lib::lib:/", "HOME": "/home/a", "XDG_DATA_HOME": "/data", "VIPSHOME": "vips",
            "FONTCONFIG_FILE": "/x/fonts.conf", "FONTCONFIG_PATH": "/", "AWS_KEY": "/secret",
        ])
        #expect(
            rows.map(\.path) == [
                "/opt/vips/lib", "/home/a/.fonts", "/home/a/.local/share/fonts", "/data/fonts", "/home/a/.fonts.conf",
                "/home/a/.fonts.conf.d", "/home/a/.config/fontconfig", "/x/fonts.conf", "/home/a/.cache/fontconfig",
                "/home/a/.fontconfig",
            ])
        #expect(DecoderSandbox.rows(environment: [:]) == [])
    }

    @Test func `The image can be opened again by its descriptor`() {
        let sandbox = DecoderSandbox.sandbox(image: DecoderSandbox.Image(descriptor: 7), environment: [:])
        #expect(sandbox.readableDescriptors == [7])
        #expect(sandbox.readablePaths == DecoderSandbox.systemRows.map(\.path))
    }

    @Test func `An image that is opened by its path can be read with its mask and metadata; a tile is in memory`() {
        let image = DecoderSandbox.Image(descriptor: 7, path: "/a/b.tif")
        #expect(image.paths == ["/a/b.tif", "/a/b.tif.msk", "/a/b.tif.aux.xml"])
        let sandbox = DecoderSandbox.sandbox(image: image, environment: [:])
        #expect(sandbox.readablePaths == DecoderSandbox.systemRows.map(\.path) + image.paths)
        let tiles = DecoderSandbox.sandbox(image: DecoderSandbox.Image(), environment: [:])
        #expect(tiles.readableDescriptors == [] && tiles.readablePaths == DecoderSandbox.systemRows.map(\.path))
    }

    @Test func `Every row is explained where it is promised`() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let text = try String(contentsOfFile: String(root.dropFirst()) + "/SECURITY.md", encoding: .utf8)
        let user = DecoderSandbox.rows(environment: ["HOME": "/~"])
            .map { DecoderSandbox.Row(path: String($0.path.dropFirst()), reason: $0.reason) }
        for row in DecoderSandbox.systemRows + user {
            let line = text.split(separator: "\n").first { $0.contains("`\(row.path)`") }
            #expect(line?.contains(row.reason) ?? false, "\(row)")
        }
    }

    @Test func `Variables with secrets are not passed on, and those that decide for it are replaced`() {
        for name in ["HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "VIPS_CONCURRENCY"] {
            #expect(DecoderEnvironment.passes(name), "\(name)")
        }
        for name in ["AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "PATH", "VIPS_DISC_THRESHOLD", ""] {
            #expect(!DecoderEnvironment.passes(name), "\(name)")
        }
        let variables = DecoderEnvironment.withVariables { $0.dropLast().map { $0.map { String(cString: $0) } ?? "" } }
        #expect(variables.filter { $0.hasPrefix("VIPS_DISC_THRESHOLD=") } == ["VIPS_DISC_THRESHOLD=1000g"])
        #expect(variables.filter { $0.hasPrefix("HOME=") }.count == 1)
        #expect(DecoderEnvironment.withVariables { $0.last == .some(nil) })
    }

    @Test(arguments: [(nil, false), (nil, true), (3, false)] as [(Int?, Bool)])
    func `What is missing is a warning that says what to do`(version: Int?, filters: Bool) {
        let support = SandboxSupport(landlockVersion: version, filtersSystemCalls: filters)
        #expect(DecoderProcess.warning(support)?.contains("Serve images of strangers ") ?? false)
        #expect(DecoderProcess.warning(SandboxSupport(landlockVersion: 1, filtersSystemCalls: true)) == nil)
    }
}
