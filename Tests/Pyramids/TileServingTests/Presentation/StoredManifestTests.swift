import Foundation
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

/// The texts of a manifest that lies beside the image that is served.
@Suite(.timeLimited) struct StoredManifestTests {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    @Test func `texts of a stored manifest are those of the manifest and of the page that are served`() async throws {
        try await served.addPyramid("big", 40, 30, as: .iiif) { $0.format = .fixed(.jpeg) }
        let information = String(decoding: try served.folder.bytes(of: "big/info.json"), as: UTF8.self)
        let line = try #require(information.split(separator: "\n").first { $0.contains("\"id\"") })
        try served.folder.write(
            Data(information.replacing(line, with: "\"id\": \"https://a.org/big\",").utf8), to: "big/info.json")
        let stored = #"""
            {"type":"Manifest","label":{"en":["The harbor"]},"summary":{"none":["Of 1902"]},
            "requiredStatement":{"label":{"en":["Attribution"]},"value":{"en":["Me"]}},
            "rights":"http://creativecommons.org/licenses/by/4.0/",
            "items":[{"items":[{"items":[{"body":{"service":[{"id":"https://a.org/big"}]}}]}]}]}
            """#
        try served.folder.write(Data(stored.utf8), to: "big/manifest.json")
        let manifest = try await served.handler().text("/iiif/big/manifest.json")
        for part in [
            #""label": {"none":["The harbor"]}"#, #""summary": {"none":["Of 1902"]}"#,
            #""requiredStatement": {"label":{"en":["Attribution"]},"value":{"none":["Me"]}}"#,
            #""rights": "http://creativecommons.org/licenses/by/4.0/""#,
        ] {
            #expect(manifest.contains(part), "\(part)")
        }
        #expect(try await served.handler().text("/view/big").contains("<title>The harbor</title>"))
    }

    @Test func `names of folders are one part of an address`() async throws {
        for document in ["collection.json", "manifest.json"] {
            let answer = try await served.handler().answer("/iiif/maps/1910/\(document)")
            #expect(answer.status == 404)
            #expect(
                String(decoding: answer.bytes, as: UTF8.self).contains(
                    "Write %2F for each slash in it, as in /iiif/a%2Fb/\(document)."))
        }
        let other = try await served.handler().answer("/iiif/4/a/info.json")
        #expect(
            String(decoding: other.bytes, as: UTF8.self).contains("version 2 and 3 of the IIIF Image API are served."))
    }
}
