import CProj
import Foundation
import TestLimits
import TestSupport
import Testing

@testable import MapProjections

/// Coordinate systems of strangers' files, which name files of this computer as grids or lists of parameters.
@Suite(.timeLimited) struct NamedGridTests {
    private let folder: TemporaryFolder
    private let watch: FileWatch

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data("<a> +proj=utm +zone=32 <>\n".utf8), to: "secret")
        watch = try FileWatch([folder.path("secret")])
    }

    private static let system =
        #"GEOGCS["a",DATUM["b",SPHEROID["c",6377397.155,299.15]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]"#
    private static let bessel =
        #"GEOGCRS["a",DATUM["b",ELLIPSOID["c",6377397.155,299.15]],CS[ellipsoidal,2],AXIS["lat",north],"#
        + #"AXIS["lon",east],ANGLEUNIT["degree",0.0174532925199433]]"#
    private static let wgs84 =
        #"GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],"#
        + #"CS[ellipsoidal,2],AXIS["lat",north],AXIS["lon",east],ANGLEUNIT["degree",0.0174532925199433]]"#

    /// Definitions of PROJ and well-known text, in which FILE is replaced by the name of a file.
    private static let definitions = [
        "+proj=longlat +ellps=bessel +nadgrids=FILE +no_defs", "+init=FILE:a",
        system + #",EXTENSION["PROJ4","+proj=longlat +ellps=bessel +nadgrids=FILE +no_defs"]]"#,
        "+proj=pipeline +step +proj=hgridshift +grids=FILE",
        "+proj=utm +zone=32 +ellps=bessel +nadgrids=@FILE,@null +geoidgrids=FILE +vunits=m",
        "BOUNDCRS[SOURCECRS[\(bessel)],TARGETCRS[\(wgs84)],ABRIDGEDTRANSFORMATION[\"x\",METHOD[\"NTv2\",ID[\"EPSG\",9615]],"
            + "PARAMETERFILE[\"Latitude and longitude difference file\",\"FILE\"]]]",
    ]

    private func use(_ definition: String) {
        _ = try? CoordinateSystem(definition)
        guard let transform = try? CoordinateTransform(from: definition, to: "EPSG:3857") else { return }
        var x = [9.0]
        var y = [50.0]
        transform.transform(&x, &y)
    }

    @Test(arguments: definitions)
    func `a system opens no file that it names`(definition: String) throws {
        let path = folder.path("secret")
        let beside = String(repeating: "../", count: 30) + path.dropFirst()
        for name in [path, beside, "./" + beside, "/usr/share/proj/" + beside] {
            use(definition.replacing("FILE", with: name))
            #expect(!watch.hasSeenOpening(), "\(name)")
        }
    }

    @Test func `PROJ alone opens such files`() throws {
        let proj = try ProjLibrary.functions()
        for definition in Self.definitions.prefix(2) {
            let context = proj.pointee.context_create()
            let definition = definition.replacing("FILE", with: folder.path("secret"))
            let system = proj.pointee.create(context, definition + " +type=crs")
            let target = proj.pointee.create(context, "EPSG:3857")
            let operation = proj.pointee.create_crs_to_crs_from_pj(context, system, target, nil, nil)
            for object in [operation, target, system] where object != nil { _ = proj.pointee.destroy(object) }
            _ = proj.pointee.context_destroy(context)
            #expect(watch.hasSeenOpening(), "\(definition)")
        }
    }

    @Test func `PROJ's own files are read, by those names that are in its folders`() throws {
        let folders = ":/usr/share/proj:/home/a/proj:"
        for (name, isAllowed) in [
            ("/usr/share/proj/proj.db", true), ("/home/a/proj/deep/a.tif", true), ("/usr/share/proj/a..b", true),
            ("/usr/share/proj", false), ("/usr/share/projects/a", false), ("/usr/share/proj/../a", false),
            ("/usr/share/proj/a/..", false), ("usr/share/proj/a", false), ("/etc/passwd", false), ("", false),
        ] {
            #expect((tk_proj_may_read(name, folders) != 0) == isAllowed, "\(name)")
        }
        for folders in ["", ":", "::", ":.:"] { #expect(tk_proj_may_read("./a", folders) == 0) }
        #expect(try CoordinateSystem("EPSG:2056").name == "CH1903+ / LV95")
    }
}
