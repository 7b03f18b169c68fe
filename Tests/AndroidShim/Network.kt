package android.net

class Network

class ConnectivityManager {
    open class NetworkCallback {
        open fun onAvailable(network: Network) = Unit
    }

    fun registerDefaultNetworkCallback(networkCallback: NetworkCallback) = Unit
}
