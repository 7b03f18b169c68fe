import SectionalClient
import SwiftUI
import UIKit

/// Shows the list `cities` of the server that `make serve` starts. Set the address: a phone does not reach the Mac's `localhost`.
@main
struct CitiesApp: App {
    var body: some Scene {
        WindowGroup {
            CitiesScreen(service: SectionalService(URL(string: "http://localhost:8080") ?? URL(fileURLWithPath: "/"))).ignoresSafeArea()
        }
    }
}

private struct CitiesScreen: UIViewControllerRepresentable {
    let service: SectionalService

    func makeUIViewController(context: Context) -> UINavigationController {
        UINavigationController(rootViewController: CitiesViewController(service))
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}
}
