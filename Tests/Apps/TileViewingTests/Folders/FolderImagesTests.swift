import Foundation
import TestSupport
import TestLimits
import TileStores
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct FolderImagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ names: String...) throws {
        for name in names { try folder.write(Data(), to: name) }
    }

    private func images(_ name: String = "photos") -> [String]? {
        FolderImages.images(in: folder.path(name)).map { $0.map { String($0.dropFirst(folder.path(name).count + 1)) } }
    }

    @Test func `images and pyramids are listed in natural order, by their file extensions`() throws {
        try write(
            "photos/10.png", "photos/9.JPG", "photos/notes.txt", "photos/map.dzi", "photos/map_files/0/0_0.jpeg",
            "photos/scan.tif", "photos/planet.pmtiles", "photos/archive.zip", "photos/other.xml", "photos/noextension")
        #expect(images() == ["9.JPG", "10.png", "map.dzi", "planet.pmtiles", "scan.tif"])
    }

    @Test func `a pyramid format that is added says by which file extensions it is found`() {
        func toy(isShared: Bool) -> PyramidFormat {
            PyramidFormat(
                id: "toy", name: "Toy", fileExtensions: ["toy", "json"], listedExtensions: ["toy"],
                sharesExtensions: isShared, recognize: { _ in [] },
                open: { path, _ in throw StoreError(.unreadable, path: path, "it is a toy.") })
        }
        func extensions(_ toy: PyramidFormat) -> Set<String> {
            Set(ViewableFiles.pyramidExtensions(in: PyramidFormats(PyramidFormats.standard.all + [toy])))
        }
        #expect(Set(ViewableFiles.pyramidExtensions) == ["dzi", "szi", "pmtiles", "mbtiles", "gpkg"])
        #expect(extensions(toy(isShared: false)) == Set(ViewableFiles.pyramidExtensions + ["toy"]))
        #expect(extensions(toy(isShared: true)) == Set(ViewableFiles.pyramidExtensions))
    }

    @Test func `a folder of tiles is listed as one, wherever it is`() throws {
        try write("photos/a.png", "photos/plain/a.png")
        try folder.write(
            Data(#"<IMAGE_PROPERTIES WIDTH="10" HEIGHT="10" NUMTILES="1" VERSION="1.8" TILESIZE="256"/>"#.utf8),
            to: "photos/zoomify/ImageProperties.xml")
        #expect(images() == ["a.png", "zoomify"])
        #expect(images("photos/zoomify") == nil)
    }

    @Test func `hidden and unfinished files are left out`() throws {
        try write(
            "photos/a.png", "photos/.b.png", "photos/c.png.partial", "photos/d.szi.partial", "photos/e_files/0/0_0.png",
            "photos/f.partial/ImageProperties.xml")
        #expect(images() == ["a.png"])
    }

    @Test func `what holds no images is not a folder of images`() throws {
        try write("a.png", "empty/notes.txt")
        #expect(images("a.png") == nil && images("empty") == nil && images("nothing") == nil)
    }

    @Test func `names such as those of flat tiles are images if they are not a pyramid`() throws {
        try write("photos/IMG_2024_01.jpg", "photos/IMG_2024_07.jpg")
        #expect(images() == ["IMG_2024_01.jpg", "IMG_2024_07.jpg"])
    }

    @Test func `beside a file are the images of its folder and itself, spelled as it is`() throws {
        try write("photos/1.png", "photos/2.png", "photos/3", "photos/10.png")
        let path = folder.path("photos")
        #expect(FolderImages.besides("\(path)/2.png") == ["1.png", "2.png", "10.png"].map { "\(path)/\($0)" })
        #expect(FolderImages.besides("\(path)/3") == ["1.png", "2.png", "3", "10.png"].map { "\(path)/\($0)" })
        #expect(FolderImages.besides("\(path)/missing.png") == ["\(path)/missing.png"])
    }

    @Test func `a folder of ten thousand files is listed without opening them`() throws {
        try FileManager.default.createDirectory(atPath: folder.path("photos"), withIntermediateDirectories: true)
        for number in 1...10_000 {
            // What cannot be read cannot be opened.
            symlink("nowhere", folder.path("photos/\(number).png"))
        }
        #expect(images() == (1...10_000).map { "\($0).png" })
    }

    @Test func `a folder without images is said to have none, and one that is missing to be missing`() throws {
        try write("photos/a.png", "notes/readme.txt")
        #expect(try FolderImages.list(folder.path("photos")) == [folder.path("photos/a.png")])
        for (name, message) in [
            ("notes", "there are no images in this folder. Name one that has some."),
            ("nothing", "no such folder. Check the spelling."),
            ("photos/a.png", "this is not a folder. Name the folder that the images are in."),
        ] {
            let error = #expect(throws: StoreError.self) { try FolderImages.list(folder.path(name)) }
            #expect(error?.description == "\(folder.path(name)): \(message)")
        }
    }
}
