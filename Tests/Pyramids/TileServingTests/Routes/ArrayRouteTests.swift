import Foundation
import Glibc
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited) struct `The files of an OME-Zarr` {
    private let served: ServedFolder

    init() throws {
        served = try ServedFolder()
    }

    /// The paths of all files below a folder, without hidden ones.
    private func files(in name: String) throws -> [String] {
        let root = served.folder.path(name)
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }

    @Test func `Every file is sent as it is, whole and in parts`() async throws {
        try await served.addArrays("image.ome.zarr")
        let server = try TestServer({ $0.corsOrigin = "*" }, handler: served.handler())
        let files = try files(in: "image.ome.zarr")
        #expect(files.contains("zarr.json") && files.count > 3)
        for file in files {
            let bytes = Array(try served.folder.bytes(of: "image.ome.zarr/\(file)"))
            for address in ["/files/image.ome.zarr/\(file)", "/image.ome.zarr/\(file)"] {
                let answer = try server.get(address)
                #expect(answer.status == 200 && answer.body == bytes, "\(address)")
                #expect(answer.fields["accept-ranges"] == "bytes")
                #expect(answer.fields["access-control-allow-origin"] == "*")
                #expect(
                    answer.fields["content-type"]
                        == (file.hasSuffix(".json") ? "application/json" : "application/octet-stream"))
                let tag = try #require(answer.fields["etag"])
                #expect(try server.get(address, ["If-None-Match": tag]).status == 304)
                let head = try server.get(address, method: "HEAD")
                #expect(head.status == 200 && head.fields["content-length"] == "\(bytes.count)" && head.body.isEmpty)
            }
            let part = try server.get("/files/image.ome.zarr/\(file)", ["Range": "bytes=-4"])
            #expect(part.status == 206 && part.body == bytes.suffix(4))
            let middle = try server.get("/files/image.ome.zarr/\(file)", ["Range": "bytes=1-2"])
            #expect(middle.body == Array(bytes[1...2]))
            #expect(middle.fields["content-range"] == "bytes 1-2/\(bytes.count)")
        }
        #expect(try server.get("/files/image.ome.zarr/zarr.json", ["Range": "bytes=9999999-"]).status == 416)
        #expect(try server.get("/files/image.ome.zarr/0/c/9/9/9").status == 404)
        let preflight = try server.get("/image.ome.zarr/zarr.json", ["Origin": "https://a.org"], method: "OPTIONS")
        #expect(preflight.fields["access-control-allow-headers"]?.contains("Range") == true)
    }

    @Test func `An archive has the files of the folder`() async throws {
        try await served.addArrays("image.zarr")
        try await served.addArrays("packed.ozx")
        let server = try TestServer(handler: served.handler())
        for file in try files(in: "image.zarr") where !file.hasSuffix("zarr.json") {
            let folder = try server.get("/files/image.zarr/\(file)")
            let archive = try server.get("/files/packed/\(file)")
            #expect(archive.status == 200 && archive.body == folder.body, "\(file)")
            let part = try server.get("/files/packed/\(file)", ["Range": "bytes=3-9"])
            #expect(part.status == 206 && part.body == Array(folder.body[3...9]))
        }
        let group = try server.get("/files/packed/zarr.json")
        #expect(group.status == 200 && group.text.contains("multiscales"))
        #expect(group.fields["content-type"] == "application/json")
        #expect(try server.get("/files/packed/nothing").status == 404)
        // The archive is a file as well.
        #expect(try server.get("/files/packed").body == Array(try served.folder.bytes(of: "packed.ozx")))
    }

    @Test func `Names that are hidden, or lead out, are none`() async throws {
        try await served.addArrays("image.zarr")
        try await served.addArrays("packed.ozx")
        try served.folder.write(Data("secret".utf8), to: "secret")
        for name in [".hidden", ".env", "a.partial"] {
            try served.folder.write(Data("secret".utf8), to: "image.zarr/\(name)")
        }
        try served.folder.write(Data("{}".utf8), to: "image.zarr/.zattrs")
        #expect(symlink(served.folder.path("secret"), served.folder.path("image.zarr/link")) == 0)
        #expect(mkfifo(served.folder.path("image.zarr/pipe"), 0o600) == 0)
        let server = try TestServer(handler: served.handler())
        let names = [
            ".hidden", ".env", "a.partial", "../secret", "%2e%2e/secret", "..%2Fsecret", "0/../../secret",
            "0%2fzarr.json",
            "0/%5C", "./zarr.json", "0//zarr.json", "zarr.json/", "0", "0/", "%00", "zarr.json%00", "%0Azarr.json",
            "pipe",
            "/", "0/c/..", String(repeating: "a/", count: 600) + "a",
        ]
        for name in names {
            for image in ["image.zarr", "packed"] {
                let answer = try server.get("/files/\(image)/\(name)")
                #expect([400, 404].contains(answer.status), "\(name): \(answer.status)")
                #expect(!answer.text.contains("secret\n") && answer.text != "secret")
            }
        }
        let link = try server.get("/files/image.zarr/link")
        #expect(link.status >= 400 && link.text != "secret")
        #expect(try server.get("/files/image.zarr/.zattrs").text == "{}")
        #expect(try server.get("/files/image.zarr/zarr.json").status == 200)
    }

    @Test func `Lists name the address of the files`() async throws {
        try await served.addArrays("image.ome.zarr")
        try served.addImage("photo.png", 20, 10)
        let handler = served.handler()
        let list = try await handler.text("/index.json")
        #expect(list.contains("\"zarr\":\"http://localhost/files/image.ome.zarr\""))
        #expect(list.components(separatedBy: "\"zarr\"").count == 2)
        #expect(try await handler.text("/").contains("<a href=\"/files/image.ome.zarr\">zarr</a>"))
        #expect(handler.imageCount == 2)
        #expect(try await handler.status("/files/image.ome.zarr") == 404)
        // Other images have no files below them.
        #expect(try await handler.status("/files/photo/zarr.json") == 404)
    }
}
