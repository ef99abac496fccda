import Concurrency
import Networking
import RemotePyramids
import TestLimits
import TestSupport
import Testing
import TileStores

@testable import TileViewing

/// Lists of a server, as `tileserve` and IIIF have them.
@Suite(.timeLimited) struct AddressListTests {
    /// Reads the list at a path of a server that has these documents, in which `HOST` is its address.
    private func read(
        _ path: String, _ documents: [String: String], _ change: (inout NetworkAccess) -> Void = { _ in }
    ) async throws -> (list: AddressList?, host: String) {
        let port = Locked(0)
        let server = try ScriptedServer { request in
            guard let document = documents[request.path] else { return .init(404) }
            let text = document.replacing("HOST", with: "http://127.0.0.1:\(port.withLock(\.self))")
            return .init(
                200, Array(text.utf8),
                headers: ["Content-Type": document.hasPrefix("<") ? "text/html" : "application/json"])
        }
        defer { server.close() }
        port.withLock { $0 = server.port }
        var access = NetworkAccess(
            client: CachedHTTPClient(HTTPClient(transport: CurlTransport(), limits: .impatient), cache: nil))
        change(&access)
        let list = try await AddressList.read(server.url(path), network: access)
        return (list, "http://127.0.0.1:\(server.port)")
    }

    private static let index = """
        {"images": [{"name": "b/c", "iiif3": "HOST/iiif/3/b%2Fc", "dzi": "HOST/dzi/b%2Fc.dzi"},
            {"name": "a", "dzi": "HOST/dzi/a.dzi"}, {"name": "a again", "dzi": "HOST/dzi/a.dzi"}]}
        """

    @Test(arguments: ["", "/", "/index.json"]) func `a server of tileserve lists its images as Deep Zoom`(
        path: String
    ) async throws {
        let (list, host) = try await read(
            path, ["/": "<!DOCTYPE html><title>Images</title>", "/index.json": Self.index])
        #expect(
            list?.items == [
                AddressList.Item("\(host)/dzi/b%2Fc.dzi", name: "b/c"),
                AddressList.Item("\(host)/dzi/a.dzi", name: "a"),
            ])
        #expect(list?.omission == nil)
    }

    @Test func `a server below a path has its list there`() async throws {
        let (list, _) = try await read("/tiles", ["/tiles": "<html></html>", "/tiles/index.json": Self.index])
        #expect(list?.items.count == 2)
    }

    @Test func `a manifest of version 3 lists the images of its canvases, with their labels`() async throws {
        let (list, host) = try await read(
            "/manifest",
            [
                "/manifest": """
                {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "HOST/manifest", "type": "Manifest",
                 "label": {"en": ["A book"]}, "items": [
                  {"type": "Canvas", "height": -1, "width": 1e300, "label": {"none": ["1r"]}, "items": [
                   {"type": "AnnotationPage", "items": [
                    {"type": "Annotation", "motivation": "painting", "body": {
                      "id": "HOST/iiif/1/full/max/0/default.jpg", "type": "Image", "service": [
                       {"id": "HOST/iiif/1/", "type": "ImageService3", "profile": "level2"}]}}]}]},
                  {"type": "Canvas", "label": {"de": ["zwei"]}, "items": [
                   {"type": "AnnotationPage", "items": [
                    {"type": "Annotation", "body": {"type": "Choice", "items": [
                      {"type": "Image", "service": {"@id": "HOST/iiif/2", "@type": "ImageService2"}},
                      {"type": "Image", "service": {"@id": "HOST/iiif/x", "@type": "ImageService2"}}]}}]}]},
                  {"type": "Canvas", "items": [
                   {"type": "AnnotationPage", "items": [
                    {"type": "Annotation", "body": {"id": "HOST/3.jpg", "type": "Image"}}]}]}]}
                """
            ])
        #expect(
            list?.items == [
                AddressList.Item("\(host)/iiif/1/info.json", name: "1r"),
                AddressList.Item("\(host)/iiif/2/info.json", name: "zwei"),
            ])
        #expect(list?.unreadableCount == 1)
        #expect(list?.omission == "some images of the list are left out: 1 have no tiles.")
    }

    @Test func `a manifest of version 2 lists the images of its first sequence`() async throws {
        let (list, host) = try await read(
            "/manifest.json",
            [
                "/manifest.json": """
                {"@context": "http://iiif.io/api/presentation/2/context.json", "@id": "HOST/manifest.json",
                 "@type": "sc:Manifest", "label": "A book", "sequences": [
                  {"@type": "sc:Sequence", "canvases": [
                   {"@type": "sc:Canvas", "label": "f. 1", "images": [
                    {"@type": "oa:Annotation", "resource": {"@type": "dctypes:Image", "service": {
                      "@context": "http://iiif.io/api/image/2/context.json", "@id": "HOST/iiif/a",
                      "profile": "http://iiif.io/api/image/2/level1.json"}}}]},
                   {"@type": "sc:Canvas", "images": [
                    {"resource": {"service": {"@id": "/iiif/b/info.json",
                      "profile": ["http://iiif.io/api/image/2/level2.json", {}]}}}]}]},
                  {"canvases": [{"images": [{"resource": {"service": {"@id": "HOST/iiif/z",
                      "profile": "http://iiif.io/api/image/2/level1.json"}}}]}]}]}
                """
            ])
        #expect(
            list?.items == [
                AddressList.Item("\(host)/iiif/a/info.json", name: "f. 1"),
                AddressList.Item("\(host)/iiif/b/info.json", name: "2"),
            ])
    }

    @Test func `a collection lists manifests and collections, of both versions`() async throws {
        let (three, host) = try await read(
            "/3",
            [
                "/3": """
                {"type": "Collection", "items": [
                  {"id": "HOST/m", "type": "Manifest", "label": {"en": ["M"]}},
                  {"id": "HOST/c", "type": "Collection"}, {"id": "HOST/x", "type": "Agent"}, {"type": "Manifest"}]}
                """
            ])
        #expect(
            three?.items == [
                AddressList.Item("\(host)/m", name: "M", isList: true), AddressList.Item("\(host)/c", isList: true),
            ])
        #expect(three?.unreadableCount == 1)
        let (two, other) = try await read(
            "/2",
            [
                "/2": """
                {"@type": "sc:Collection", "collections": [{"@id": "HOST/c", "@type": "sc:Collection", "label": "C"}],
                 "manifests": [{"@id": "HOST/m", "@type": "sc:Manifest", "label": [{"@value": "M", "@language": "en"}]}]}
                """
            ])
        #expect(
            two?.items == [
                AddressList.Item("\(other)/c", name: "C", isList: true),
                AddressList.Item("\(other)/m", name: "M", isList: true),
            ])
    }

    @Test(arguments: [
        "{\"tilejson\": \"3.0.0\", \"tiles\": [\"/{z}/{x}/{y}.png\"]}", "{\"images\": [{\"a\": 1}]}", "{}", "{",
        "<html></html>", "PK", "[1, 2]", "{\"type\": \"Manifest\", \"height\": 1e400}",
    ])
    func `anything else is not a list`(document: String) async throws {
        #expect(try await read("/a", ["/a": document]).list == nil)
        #expect(try await read("/b", ["/a": document]).list == nil)
    }

    @Test func `images on another host are left out, and counted`() async throws {
        let document = """
            {"images": [{"name": "a", "dzi": "HOST/a.dzi"}, {"name": "b", "dzi": "https://other.example/b.dzi"},
              {"name": "c", "dzi": "file:///etc/passwd"}]}
            """
        let (list, host) = try await read("/index.json", ["/index.json": document])
        #expect(list?.items == [AddressList.Item("\(host)/a.dzi", name: "a")])
        #expect(
            list?.omission
                == "some images of the list are left out: 2 are on other hosts, which can be allowed.")
        let allowed = try await read("/index.json", ["/index.json": document]) { $0.allowedHosts = ["other.example"] }
        #expect(allowed.list?.items.map(\.name) == ["a", "b"])
    }

    @Test func `where headers are given, nothing on another host is listed, as it would get them`() async throws {
        let document = """
            {"images": [{"name": "a", "dzi": "HOST/a.dzi"}, {"name": "b", "dzi": "https://other.example/b.dzi"}]}
            """
        let (list, _) = try await read("/index.json", ["/index.json": document]) { access in
            access.allowedHosts = ["other.example"]
            access.headers = [HTTPHeader("Authorization", "secret")]
        }
        #expect(list?.items.map(\.name) == ["a"] && list?.refusedCount == 1)
    }

    @Test(arguments: [
        ("{\"images\": []}", "this list is empty. Open the address of an image."),
        (
            "{\"type\": \"Manifest\", \"items\": [{\"type\": \"Canvas\"}]}",
            "this list has no images with tiles. Open the address of an image with an image service (info.json)."
        ),
        (
            "{\"images\": [{\"name\": \"a\", \"dzi\": \"http://other.example/a.dzi\"}]}",
            "its tiles are on another host, other.example, which is not asked without your consent. If you trust it, allow "
                + "the host other.example."
        ),
    ])
    func `a list without an image that can be opened is an error`(document: String, message: String) async throws {
        let error = await #expect(throws: StoreError.self) { try await read("/list", ["/list": document]) }
        #expect(error?.message == message)
    }

    @Test func `of a list that is too long, the first entries are kept`() async throws {
        let images = (0..<AddressList.itemLimit + 7).map { "{\"name\":\"\($0)\",\"dzi\":\"HOST/\($0).dzi\"}" }
        let (list, _) = try await read(
            "/index.json", ["/index.json": "{\"images\":[\(images.joined(separator: ","))]}"])
        #expect(list?.items.count == AddressList.itemLimit && list?.surplusCount == 7)
        #expect(list?.omission == "some images of the list are left out: 7 are beyond the first 10000.")
    }

    @Test func `a list of more bytes than allowed is refused`() async throws {
        let document = "{\"images\": [" + String(repeating: " ", count: AddressList.byteLimit) + "]}"
        let error = await #expect(throws: StoreError.self) { try await read("/list.json", ["/list.json": document]) }
        #expect(
            error?.message
                == "this list or description has more than 16 MiB (AddressList.byteLimit). Open the address of one "
                + "of its images.")
        let below = await #expect(throws: StoreError.self) {
            try await read("/", ["/": "<html></html>", "/index.json": document])
        }
        #expect(
            below?.message
                == "the server lists more than 16 MiB of images (AddressList.byteLimit). Open the address of one of "
                + "them."
        )
    }
}
