import Georeferencing
import TestLimits
import Testing

@testable import MapProjections

@Suite(.timeLimited) struct CoordinateSystemTests {
    @Test(arguments: [
        "EPSG:3857", "epsg:3857", "EPSG:900913", "EPSG:3785", "EPSG:102100", "ESRI:102100", "ESRI:102113",
        "urn:ogc:def:crs:EPSG::3857", "http://www.opengis.net/def/crs/EPSG/0/3857",
        "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs",
    ])
    func `Web Mercator is the built-in system, whatever it is called`(definition: String) throws {
        #expect(try CoordinateSystem(definition).definition == "EPSG:3857")
    }

    @Test(arguments: [
        ("EPSG:4326", true), ("urn:ogc:def:crs:EPSG::4326", true), ("OGC:CRS84", false),
        ("+proj=longlat +datum=WGS84 +no_defs", false),
    ]) func `degrees on WGS 84 are the built-in system, in either order of axes`(definition: String, isNorthFirst: Bool)
        throws
    {
        let system = try CoordinateSystem(definition)
        #expect(system.definition == "EPSG:4326" && system.isNorthFirst == isNorthFirst)
    }

    @Test func `a system keeps its code, or the text that is given`() throws {
        #expect(try CoordinateSystem("EPSG:25832").definition == "EPSG:25832")
        #expect(try CoordinateSystem("urn:ogc:def:crs:EPSG::25832").definition == "EPSG:25832")
        #expect(try CoordinateSystem("EPSG:3035").isNorthFirst)
        let mercator = "+proj=merc +lat_ts=42 +lon_0=51 +datum=WGS84"
        #expect(try CoordinateSystem(mercator).definition == mercator)
        // Ellipsoidal Mercator differs by up to 40 km.
        #expect(try CoordinateSystem("EPSG:3395").definition == "EPSG:3395")
    }

    @Test func `a projection on a base keeps its datum`() throws {
        let text = try CoordinateSystem.projected(
            "+proj=tmerc +lat_0=0 +lon_0=9 +k_0=1 +x_0=3500000 +y_0=0 +ellps=bessel +units=m +type=crs", on: "EPSG:4314"
        )
        #expect(text.contains("Deutsches Hauptdreiecksnetz"))
        #expect(
            try CoordinateSystem.projected(
                "+proj=utm +zone=32 +ellps=GRS80 +units=m +type=crs", on: "EPSG:4258", code: "EPSG:25832")
                == "EPSG:25832")
        let error = #expect(throws: GeoreferencingError.self) {
            _ = try CoordinateSystem.projected("+proj=nothing", on: "EPSG:4326")
        }
        #expect(error?.message.contains("+proj=nothing is not known") == true)
    }

    @Test func `a unit that a code has already leaves the code`() throws {
        #expect(try CoordinateSystem.system("EPSG:25832", inUnitsOf: 1) == "EPSG:25832")
        #expect(try CoordinateSystem.system("EPSG:25832", inUnitsOf: 0.3048).hasPrefix("PROJCRS["))
    }

    @Test func `a datum leads to the registered system with its prime meridian and unit`() throws {
        #expect(try CoordinateSystem.geographic(datum: 6326, primeMeridian: 0, unit: nil) == "EPSG:4326")
        #expect(try CoordinateSystem.geographic(datum: 6314, primeMeridian: 0, unit: .pi / 180) == "EPSG:4314")
        #expect(try CoordinateSystem.geographic(datum: 6807, primeMeridian: 2.33722917, unit: .pi / 200) == "EPSG:4807")
        #expect(try CoordinateSystem.geographic(datum: 6326, primeMeridian: 10, unit: nil) == nil)
        #expect(try CoordinateSystem.geographic(datum: 1, primeMeridian: 0, unit: nil) == nil)
    }

    @Test func `a system of another planet cannot be placed, and names are short in messages`() throws {
        try CoordinateSystem.checkPlaceable("EPSG:4326")
        try CoordinateSystem.checkPlaceable("EPSG:2193")
        let error = #expect(throws: GeoreferencingError.self) { try CoordinateSystem.checkPlaceable("IAU_2015:30100") }
        #expect(
            error?.message
                == "coordinates cannot be transformed from IAU_2015:30100 to EPSG:3857. PROJ knows no way between them, as "
                + "with other planets and some datums.")
        #expect(SystemName.short("PROJCS[\"World_Robinson\",GEOGCS[\"x\"]]") == "\"World_Robinson\"")
        #expect(SystemName.short("GEOGCS[\"unknown\"]") == "the image's own system")
        #expect(SystemName.short(String(repeating: "a", count: 70)).count == 62)
    }
}
