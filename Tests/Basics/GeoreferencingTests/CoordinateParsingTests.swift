import TestLimits
import Testing

import Georeferencing

@Suite(.timeLimited) struct CoordinateParsingTests {
    @Test(arguments: [
        "52.5 13.25", "52.5, 13.25", "52.5,13.25", "+52.5 +13.25", "52.5° 13.25°", "52.5N 13.25E", "52.5 n, 13.25 e",
        "N52.5 E13.25", "13.25E 52.5N", "E 13.25°, N 52.5°", "52°30'N 13°15'E", "52° 30′ N, 13° 15′ E",
        "52°30'0\"N 13°15'0\"E", "52 30 N 13 15 E",
        "52 30 0 N 13 15 0 E", "N 52°30' E 13°15'", "52°30', 13°15'",
        "geo:52.5,13.25", "geo:52.5,13.25,40;u=35", "  52.5\t13.25 ",
    ])
    func `one place is read in all forms in which it is written`(text: String) {
        #expect(Coordinate(text) == Coordinate(latitude: 52.5, longitude: 13.25))
    }

    @Test(arguments: [
        ("-33.5, 151.25", -33.5, 151.25), ("−33.5 −70.5", -33.5, -70.5), ("33.5S 70.5W", -33.5, -70.5),
        ("90 180", 90, 180), ("90S 180W", -90, -180), ("0°30'S 0°15'W", -0.5, -0.25), ("-0°30', -0°15'", -0.5, -0.25),
        ("52°30'36''N 13°15'18''E", 52.51, 13.255), ("52°30.6'N 13°15.3'E", 52.51, 13.255),
    ])
    func `hemispheres, signs, minutes and seconds count`(text: String, latitude: Double, longitude: Double) throws {
        let place = try #require(Coordinate(text))
        #expect(abs(place.latitude - latitude) < 1e-12 && abs(place.longitude - longitude) < 1e-12)
    }

    @Test(arguments: [
        "", "52.5", "52.5 13.25 7", "91 0", "0 181", "52.5N 13.25N", "52.5N 13.25", "-52.5N 13.25E", "52°60'N 13°15'E",
        "52.5°30'N 13°15'E", "52°30'99\"N 13°15'E", "N E", "52,5, 13,25", "a b", "52.5 - 13.25", "1.2.3 4", "geo:",
        "52 -30 N 13 E",
        "52'N 13'E", "52.5,,13.25",
    ])
    func `anything else is not a coordinate`(text: String) {
        #expect(Coordinate(text) == nil)
    }

    @Test func `a text that is too long is refused`() {
        #expect(Coordinate("52.5 13.25" + String(repeating: " ", count: 100)) != nil)
        #expect(Coordinate("52.5 13.25" + String(repeating: " ", count: 1000)) == nil)
    }
}
